/** The item at an index that is in the list; a RangeError if it is not. */
export function itemAt<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index]
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${list.length}`)
  return item
}
