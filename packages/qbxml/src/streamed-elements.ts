import type { Element, ElementList } from './element.ts'
import { ElementReader } from './element-reader.ts'
import type { ElementReaderOptions } from './element-reader-options.ts'
import type { QbxmlResponse, StreamedResponse } from './message-set.ts'
import type { Sliced } from './sliced.ts'

/**
 * A long response's elements, read from its text each time they are iterated, since together they take several times as
 * much memory as the text.
 */
export class StreamedElements implements ElementList {
  readonly #createReader: () => ElementReader
  readonly #starts: number[] = []
  #reader: ElementReader | undefined
  #latest: Element | undefined

  /** @param getText returns the document, once it is accepted */
  constructor(getText: () => string, options: Pick<ElementReaderOptions, 'dropsCharacters'>) {
    this.#createReader = () =>
      new ElementReader(
        getText(),
        { ...options, depth: 1, maxCharacters: Number.POSITIVE_INFINITY },
        {
          onFrameOpen: () => undefined,
          onElement: (element) => {
            this.#latest = element
          },
        },
      )
  }

  get length(): number {
    return this.#starts.length
  }

  /** Adds the element whose opening tag is at `start`. */
  add(start: number): void {
    this.#starts.push(start)
  }

  *[Symbol.iterator](): Generator<Element, void> {
    this.#reader ??= this.#createReader()
    for (const start of this.#starts) {
      this.#reader.readElement(start)
      if (this.#latest !== undefined) yield this.#latest
    }
  }
}

/** Reads all elements. */
export function* readWhole(responses: readonly StreamedResponse[]): Sliced<readonly QbxmlResponse[]> {
  const whole: QbxmlResponse[] = []
  for (const { reportRows: _rows, elements, ...response } of responses)
    whole.push({ ...response, elements: yield* readElements(elements) })
  return whole
}

function* readElements(elements: ElementList): Sliced<readonly Element[]> {
  if (Array.isArray(elements)) return elements
  const kept: Element[] = []
  for (const element of elements) {
    kept.push(element)
    yield
  }
  return kept
}
