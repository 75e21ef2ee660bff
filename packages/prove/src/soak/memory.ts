import type { ProgramName, SoakService } from './service.ts'

/** A program's memory at a time, in bytes. */
export interface MemorySample {
  readonly program: ProgramName
  /** Distinguishes the program's processes. */
  readonly startedAt: number
  /** By `performance.now()`. */
  readonly at: number
  readonly rss: number
  readonly heap: number
}

/** The memory a process keeps: the least in a part of its life, because garbage comes and goes. */
export interface MemoryRow {
  readonly program: ProgramName
  readonly lifeMs: number
  readonly heap: Readonly<Record<MeasuredPart, number>>
  readonly rss: Readonly<Record<MeasuredPart, number>>
}

const parts = ['start', 'middle', 'end'] as const
type MeasuredPart = (typeof parts)[number]

const sampleMs = 1_000

/** Reads the programs' memory from their metrics until stopped. */
export function watchMemory({ programs }: SoakService) {
  const samples: MemorySample[] = []
  const read = async (program: ProgramName, url: string) => {
    const text = await fetch(url, { signal: AbortSignal.timeout(sampleMs) }).then((response) => response.text())
    const find = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
    samples.push({
      program,
      startedAt: find('process_start_time_seconds'),
      at: performance.now(),
      rss: find('process_resident_memory_bytes'),
      heap: find('nodejs_heap_size_used_bytes'),
    })
  }
  const timer = setInterval(() => {
    for (const [name, { metricsUrl }] of Object.entries(programs)) {
      // A stopped program has no metrics.
      read(name as ProgramName, metricsUrl).catch(() => undefined)
    }
  }, sampleMs)
  return { samples, stop: () => clearInterval(timer) }
}

/** What a process needs to load its code and fill its caches. */
const warmUpMs = 30_000

/**
 * Summarizes each program's long-lived processes, or else its longest-lived one. Processes with few samples have no row.
 */
export function summarizeMemory(samples: readonly MemorySample[]): readonly MemoryRow[] {
  return [...new Set(samples.map(({ program }) => program))].flatMap((program) => {
    const ofProgram = samples.filter((sample) => sample.program === program)
    const rows = [...new Set(ofProgram.map(({ startedAt }) => startedAt))]
      .flatMap((startedAt) => summarizeLife(ofProgram.filter((sample) => sample.startedAt === startedAt)))
      .sort((left, right) => right.lifeMs - left.lifeMs)
    const evaluated = rows.filter(isEvaluated)
    return evaluated.length > 0 ? evaluated : rows.slice(0, 1)
  })
}

function summarizeLife(samples: readonly MemorySample[]): readonly MemoryRow[] {
  const [first] = samples
  if (first === undefined) return []
  const life = samples.filter(({ at }) => at - first.at >= warmUpMs)
  const third = Math.floor(life.length / parts.length)
  if (third === 0) return []
  const least = (field: 'heap' | 'rss') => {
    const [start = 0, middle = 0, end = 0] = parts.map((_part, index) =>
      Math.min(...life.slice(index * third, (index + 1) * third).map((sample) => sample[field])),
    )
    return { start, middle, end }
  }
  const lifeMs = (life.at(-1)?.at ?? 0) - (life[0]?.at ?? 0)
  return [{ program: first.program, lifeMs, heap: least('heap'), rss: least('rss') }]
}

/** A younger process is still filling its caches. */
const lifeMsMin = 180_000

/** Returns whether a process lived long enough to see whether its memory grows. */
export function isEvaluated({ lifeMs }: MemoryRow): boolean {
  return lifeMs >= lifeMsMin
}

const mebibyte = 1024 * 1024
const maxHeapGrowth = { factor: 1.3, bytes: 16 * mebibyte }
/** Wider, because the system takes memory back late. */
const maxRssGrowth = { factor: 1.5, bytes: 64 * mebibyte }

/** Returns whether a process needs no more at its end than halfway. */
export function isFlat({ heap, rss }: MemoryRow): boolean {
  return isWithin(heap, maxHeapGrowth) && isWithin(rss, maxRssGrowth)
}

function isWithin({ middle, end }: MemoryRow['heap'], { factor, bytes }: typeof maxHeapGrowth): boolean {
  return end <= middle * factor + bytes
}
