/** The memory of the WebAssembly module of the bots: arrays are placed one after the other. */

/** The start and the number of items of an array in the memory. */
export interface Place {
  readonly pointer: number
  readonly length: number
}
export type Integers = Place & { readonly kind: 'integers' }
export type Singles = Place & { readonly kind: 'singles' }
export type Doubles = Place & { readonly kind: 'doubles' }
export type Kind = 'integers' | 'singles' | 'doubles'
type Argument = Place | number | bigint

const BYTES = { integers: 8, singles: 4, doubles: 8 }
const PAGE = 65_536
/** Vectors that span two lines of the processor's cache are slow. */
const LINE = 64

const isEntryPoint = (
  found: WebAssembly.ExportValue | undefined,
): found is (...passed: (number | bigint)[]) => number => typeof found === 'function'

export class Memory {
  private readonly exports: WebAssembly.Exports
  private readonly memory: WebAssembly.Memory
  private end: number
  /** Two words for the results that no function has. */
  private readonly unused: number

  constructor(module: WebAssembly.Module) {
    const env = { expf: (x: number) => Math.fround(Math.exp(x)) }
    this.exports = new WebAssembly.Instance(module, { env }).exports
    const { memory, __heap_base: base } = this.exports
    if (!(memory instanceof WebAssembly.Memory) || !(base instanceof WebAssembly.Global))
      throw new Error('not the module of the bots')
    this.memory = memory
    this.end = Number(base.value)
    this.unused = this.place('integers', 2).pointer
  }

  /** Room for an array of zeros. */
  place<K extends Kind>(kind: K, length: number): Place & { readonly kind: K } {
    const pointer = Math.ceil(this.end / LINE) * LINE
    this.end = pointer + length * BYTES[kind]
    const missing = this.end - this.memory.buffer.byteLength
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE))
    return { kind, pointer, length }
  }

  part<K extends Kind>(whole: Place & { readonly kind: K }, start: number, length: number) {
    return { kind: whole.kind, pointer: whole.pointer + start * BYTES[whole.kind], length }
  }

  /** The bytes of an array; valid until the next `place`. */
  bytes({ kind, pointer, length }: Place & { readonly kind: Kind }): Uint8Array {
    return new Uint8Array(this.memory.buffer, pointer, length * BYTES[kind])
  }

  /** Where the memory ends now, and taking back what was placed after that. */
  mark(): number {
    return this.end
  }

  release(mark: number): void {
    new Uint8Array(this.memory.buffer, mark, this.end - mark).fill(0)
    this.end = mark
  }

  call(name: string, passed: Argument[]): void {
    const run = this.exports[name]
    if (!isEntryPoint(run)) throw new Error(`the module has no ${name}`)
    const flat: (number | bigint)[] = [this.unused, this.unused + 8]
    for (const one of passed)
      if (typeof one === 'object') flat.push(one.pointer, BigInt(one.length))
      else flat.push(BigInt(one))
    if (run(...flat) !== 0) throw new Error(`${name} failed`)
  }
}
