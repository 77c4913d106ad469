"""Fair dice: commitments, shares, the dice drawn from them, and their receipts."""
