/** The beginning of a `jsonb` value in PostgreSQL's binary format: its version. */
const version = 1

const minBytes = 64 * 1024
/** More memory than this is not kept for the next array. */
const keptBytesMax = 2 * 1024 * 1024
/** A UTF-16 unit takes at most this many bytes of UTF-8. */
const bytesPerUnit = 3

/**
 * Encodes objects one by one as an array for a parameter of type `jsonb`. It uses its memory again for the next array,
 * because fresh memory for each large array takes longer than encoding it.
 */
export class JsonbArray {
  #bytes = Buffer.alloc(0)
  #length = 0

  /** Begins an array. The value of the previous one is no longer valid. */
  begin(): void {
    if (this.#bytes.length > keptBytesMax) this.#bytes = Buffer.alloc(0)
    this.#length = 0
    this.#reserve(1)
    this.#length = this.#bytes.writeUInt8(version, 0)
  }

  /** Adds an object that JSON can represent. */
  add(item: object): void {
    this.#write(this.#length === 1 ? '[' : ',')
    this.#write(JSON.stringify(item))
  }

  /** Ends the array. Returns the value, which is valid until the next array begins. */
  end(): Uint8Array {
    this.#write(this.#length === 1 ? '[]' : ']')
    return this.#bytes.subarray(0, this.#length)
  }

  #write(text: string): void {
    this.#reserve(text.length * bytesPerUnit)
    this.#length += this.#bytes.write(text, this.#length)
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length, minBytes))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
