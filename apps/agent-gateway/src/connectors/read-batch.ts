import { randomUUID } from 'node:crypto'
import { type ExchangeCall, type ExchangeOutcome, hasResponse, maxResponseBytes } from '@bridge/agent-protocol'
import type { Job } from '@bridge/platform/exchange-socket/job'
import { type BatchedQuery, readSingleQuery, serializeBatch, splitBatchResponse } from './message-set-batch.ts'

/** The most reads per message set: QuickBooks reports nothing before it has run them all. */
export const maxBatched = 8

/** Longer message sets are compressed. */
const maxPayloadBytes = 4096

const encoder = new TextEncoder()
const decoder = new TextDecoder()

interface Member {
  readonly job: Job
  readonly query: BatchedQuery
}

type Members = readonly [Member, ...Member[]]

/** Several reads in one message set, as one request in the queue. */
export class ReadBatch implements Job {
  readonly call: ExchangeCall
  readonly payload: Uint8Array
  readonly receivedAt: number
  readonly timer = undefined
  stage: Job['stage'] = 'waiting'
  readonly turn: number
  sentAt: number | undefined
  readonly #members: Members
  #responses: readonly Uint8Array[] = []

  constructor(members: Members) {
    const [{ job: first }] = members
    this.#members = members
    this.call = {
      ...first.call,
      id: randomUUID(),
      responseBytesMax: Math.min(
        maxResponseBytes.report,
        members.reduce((sum, { job }) => sum + getMaxResponseBytes(job), 0),
      ),
    }
    this.payload = encoder.encode(serializeBatch(members.map(({ query }) => query)))
    this.receivedAt = first.receivedAt
    this.turn = first.turn
    for (const { job } of members) job.stage = 'accepted'
  }

  get isExpired(): boolean {
    return this.#members.some(({ job }) => job.isExpired)
  }

  /** Splits the response into one for each read; returns nothing if it does not have one for each. */
  split(response: string): string[] | undefined {
    return splitBatchResponse(
      response,
      this.#members.map(({ query }) => query),
    )
  }

  /** Takes the responses `complete` reports to the reads. */
  setResponses(responses: readonly Uint8Array[]): void {
    this.#responses = responses
  }

  complete(outcome: ExchangeOutcome<Uint8Array>): void {
    for (const [index, { job }] of this.#members.entries()) {
      const response = this.#responses[index]
      if (!hasResponse(outcome)) job.complete(outcome)
      else if (response !== undefined) {
        const queueMs = (this.sentAt ?? this.receivedAt) - job.receivedAt
        const timing = outcome.timing && { ...outcome.timing, queueMs }
        job.complete({ ...outcome, response, timing })
      }
    }
  }

  /** Returns the reads still waiting for a response, as if they had never been sent. */
  unbatch(): Job[] {
    const jobs = this.#members.map(({ job }) => job).filter((job) => !job.isExpired)
    for (const job of jobs) job.stage = 'waiting'
    return jobs
  }
}

/** Takes the reads at a queue's head that can travel with its first one. Returns nothing if none can. */
export function takeBatch(first: Job, waiting: Job[], canTravel: (job: Job) => boolean): ReadBatch | undefined {
  const readMember = (job: Job | undefined): Member | undefined => {
    const query = job !== undefined && canTravel(job) ? readQuery(job) : undefined
    return job && query && { job, query }
  }
  // Most requests travel separately, and need not be read.
  const second = readMember(waiting[0])
  if (second === undefined) return undefined
  const head = readMember(first)
  if (head === undefined) return undefined
  const members: [Member, ...Member[]] = [head, second]
  for (let next = readMember(waiting[1]); next !== undefined && members.length < maxBatched; ) {
    members.push(next)
    next = readMember(waiting[members.length - 1])
  }
  waiting.splice(0, members.length - 1)
  return new ReadBatch(members)
}

function readQuery(job: Job): BatchedQuery | undefined {
  const { call, payload } = job
  if (call.kind !== 'read' || payload.length > maxPayloadBytes) return undefined
  return getMaxResponseBytes(job) > maxResponseBytes.read ? undefined : readSingleQuery(decoder.decode(payload))
}

function getMaxResponseBytes({ call }: Job): number {
  return call.responseBytesMax ?? maxResponseBytes.read
}
