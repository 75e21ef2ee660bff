import type { ProgramName, SoakService } from './service.ts'

/** The memory of a program at a time, in bytes. */
export interface MemorySample {
  readonly program: ProgramName
  /** Distinguishes the processes of the program. */
  readonly startedAt: number
  /** In milliseconds of `performance.now()`. */
  readonly at: number
  readonly rss: number
  readonly heap: number
}

/** The memory that a process keeps: the least in a part of its life, because garbage comes and goes. */
export interface MemoryRow {
  readonly program: ProgramName
  readonly lifeMs: number
  readonly heap: Readonly<Record<Part, number>>
  readonly rss: Readonly<Record<Part, number>>
}

const parts = ['start', 'middle', 'end'] as const
type Part = (typeof parts)[number]

const sampleMs = 1_000

/** Reads the memory of servers and gateways from their metrics until it is stopped. */
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
      // A program that is down has no metrics.
      if (metricsUrl !== undefined) read(name as ProgramName, metricsUrl).catch(() => undefined)
    }
  }, sampleMs)
  return { samples, stop: () => clearInterval(timer) }
}

/** What a process needs to load its code and fill its caches. */
const warmUpMs = 30_000

/** Summarizes the process of each program that lived the longest. Processes with few samples have no row. */
export function summarizeMemory(samples: readonly MemorySample[]): readonly MemoryRow[] {
  const rows: MemoryRow[] = []
  for (const program of new Set(samples.map((sample) => sample.program))) {
    const ofProgram = samples.filter((sample) => sample.program === program)
    const lives = [...new Set(ofProgram.map(({ startedAt }) => startedAt))].map((startedAt) => {
      const life = ofProgram.filter((sample) => sample.startedAt === startedAt)
      const bornAt = life[0]?.at ?? 0
      return life.filter(({ at }) => at - bornAt >= warmUpMs)
    })
    const longest = lives.sort((left, right) => right.length - left.length)[0] ?? []
    const third = Math.floor(longest.length / parts.length)
    if (third === 0) continue
    const least = (field: 'heap' | 'rss') => {
      const [start = 0, middle = 0, end = 0] = parts.map((_part, index) =>
        Math.min(...longest.slice(index * third, (index + 1) * third).map((sample) => sample[field])),
      )
      return { start, middle, end }
    }
    const lifeMs = (longest.at(-1)?.at ?? 0) - (longest[0]?.at ?? 0)
    rows.push({ program, lifeMs, heap: least('heap'), rss: least('rss') })
  }
  return rows
}

const growthMax = 1.3
const growthBytesMax = 16 * 1024 * 1024
/** A process that lived for less is still filling its caches. */
const lifeMsMin = 180_000

/** Returns whether a process needs no more at its end than in the middle of its life. */
export function isFlat({ heap: { middle, end }, lifeMs }: MemoryRow): boolean {
  return lifeMs < lifeMsMin || end <= middle * growthMax + growthBytesMax
}
