/** What the Python engine (src/rowlock/bots/wasm/engine.py) asks of JavaScript. */
import { Memory, type Kind, type Place } from './memory'

type Array = Place & { readonly kind: Kind }

/** A Python object that holds bytes, as Pyodide hands it over. */
interface PythonBuffer {
  getBuffer(type: 'u8'): { data: Uint8Array; release(): void }
}

export class Bridge {
  private readonly memory: Memory

  constructor(module: WebAssembly.Module) {
    this.memory = new Memory(module)
  }

  place(kind: Kind, length: number): Array {
    return this.memory.place(kind, length)
  }

  part(whole: Array, start: number, length: number): Array {
    return this.memory.part(whole, start, length)
  }

  write(place: Array, numbers: PythonBuffer): void {
    const buffer = numbers.getBuffer('u8')
    this.memory.bytes(place).set(buffer.data)
    buffer.release()
  }

  read(place: Array): Float64Array {
    return new Float64Array(this.memory.bytes(place).slice().buffer)
  }

  mark(): number {
    return this.memory.mark()
  }

  release(mark: number): void {
    this.memory.release(mark)
  }

  call(name: string, ...passed: (Array | number | bigint)[]): void {
    this.memory.call(name, passed)
  }
}
