/**
 * Checks of JSON from outside, put together like the types that they check. The generated
 * `messageChecks.ts` is made of them; TypeScript compares each with its type.
 */

/** Returns where a value does not fit, as a path (`.seats[1].name`), or null if all of it fits. */
export type Check<T> = ((value: unknown) => string | null) & { readonly fits?: T }

const typeOf =
  <T>(name: string): Check<T> =>
  (value) =>
    typeof value === name ? null : ''

export const text: Check<string> = typeOf('string')
export const number: Check<number> = typeOf('number')
export const truth: Check<boolean> = typeOf('boolean')

export const oneOf =
  <T extends string>(...values: T[]): Check<T> =>
  (value) =>
    values.some((each) => each === value) ? null : ''

export const nullable =
  <T>(check: Check<T>): Check<T | null> =>
  (value) =>
    value === null ? null : check(value)

/** A field that is left out while it has its default value. */
export const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value) =>
    value === undefined ? null : check(value)

const firstMisfit = <T>(
  items: readonly T[],
  misfitOf: (item: T, index: number) => string | null,
) => {
  for (const [index, item] of items.entries()) {
    const place = misfitOf(item, index)
    if (place !== null) return `[${index}]${place}`
  }
  return null
}

export const list =
  <T>(check: Check<T>): Check<T[]> =>
  (value) =>
    Array.isArray(value) ? firstMisfit<unknown>(value, check) : ''

export const tuple =
  <T extends unknown[]>(...checks: { [K in keyof T]: Check<T[K]> }): Check<T> =>
  (value) =>
    Array.isArray(value) && value.length === checks.length
      ? firstMisfit(checks, (check, index) => check(value[index]))
      : ''

/** An object with these fields; a newer server may send more. */
export const struct =
  <T>(fields: { [K in keyof T]-?: Check<T[K]> }): Check<T> =>
  (value) => {
    if (!isObject(value)) return ''
    for (const name in fields) {
      const place = fields[name](value[name])
      if (place !== null) return `.${name}${place}`
    }
    return null
  }

/** One of several objects, told apart by their `type`. */
export const tagged =
  <T extends { type: string }>(members: {
    [K in T['type']]: Check<Omit<Extract<T, { type: K }>, 'type'>>
  }): Check<T> =>
  (value) => {
    const checks: Record<string, Check<unknown>> = members
    const type = isObject(value) && value['type']
    const check = typeof type === 'string' && Object.hasOwn(checks, type) && checks[type]
    return check ? check(value) : '.type'
  }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** JSON from outside; null, which is no message, if it is not JSON. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Whether a value fits. If not, the console says where. */
export function fits<T>(check: Check<T>, value: unknown): value is T {
  const place = check(value)
  if (place === null) return true
  console.error('Not understood:', place, value)
  return false
}
