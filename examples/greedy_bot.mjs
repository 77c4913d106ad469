// A bot in JavaScript for the text protocol of docs/bots/protocol.md, without any package:
//
//   rowlock arena "program:node examples/greedy_bot.mjs" random --games 200
//
// It needs no rules: Rowlock sends every legal move with the points it brings and the sheet it
// leads to. This bot prefers points, and pays for the cells that a move skips.
import { createInterface } from "node:readline";

const say = (line) => process.stdout.write(`${line}\n`);
let weight = 1; // points that one skipped cell costs
let moves = [];
let seat = 1;
let position = "";

const CLASSIC = { r: 1, y: 1, g: -1, b: -1 }; // do the numbers rise or fall

// How many cells lie between the last cross of a row and a cell, on the sheet of classic.
function skipped(before, cell) {
  const letter = cell.replace(/^[+*~]/, "")[0];
  const number = Number(cell.replace(/[^0-9]/g, ""));
  const row = before.split(" ").find((word) => word[0] === letter) ?? `${letter}-`;
  const crossed = row.slice(1).split(",").map(Number).filter((each) => each > 0);
  const rising = (CLASSIC[letter] ?? 1) > 0;
  const last = crossed.length === 0 ? (rising ? 1 : 13) : crossed[crossed.length - 1];
  return Math.max(0, Math.abs(number - last) - 1);
}

function worth(move) {
  if (!/^[+*~]?[rygb][0-9]/.test(move.text)) return move.gain; // nothing, cards, choices
  const own = position.split("; ")[seat].replace(/^"[^"]*" /, "");
  return move.gain - weight * skipped(own, move.text) + 0.5;
}

const commands = {
  rowlock: () => {
    say("bot 1 Greedy in JavaScript");
    say("option weight number 1 0 20");
    say("ready");
  },
  set: ([name, value]) => {
    if (name === "weight") weight = Number(value);
  },
  position: (words) => {
    position = words.join(" ");
    moves = [];
  },
  seat: ([number]) => {
    seat = Number(number);
  },
  move: ([text, gain]) => {
    moves.push({ text, gain: Number(gain) });
  },
  go: () => {
    const best = moves.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    say(`answer ${best.text}`);
  },
  quit: () => process.exit(0),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const [command, ...words] = line.trim().split(" ");
  commands[command]?.(words); // unknown commands are ignored, so that later versions may add some
});
