import type { Capability } from '../library/capabilities.ts'
import type { Entity } from '../library/client.ts'

type Body = Readonly<Record<string, unknown>>
type ReadResult = (bodies: readonly unknown[], entity: string) => unknown

const readRecord: ReadResult = (bodies, entity) => (bodies.at(-1) as Body)[entity]
const readNothing: ReadResult = () => undefined

/** What the libraries make of received bodies, by operation. */
export const readResult: Readonly<Record<Capability, ReadResult>> = {
  signIn: readNothing,
  create: readRecord,
  read: readRecord,
  sparseUpdate: readRecord,
  fullUpdate: readRecord,
  query: readPages,
  pages: readPages,
  batch: (bodies) => (bodies as readonly Body[]).flatMap(({ BatchItemResponse }) => BatchItemResponse ?? []),
  changes: (bodies, entity) =>
    (bodies as readonly { CDCResponse: readonly { QueryResponse: readonly Body[] }[] }[]).flatMap(({ CDCResponse }) =>
      CDCResponse.flatMap(({ QueryResponse }) => QueryResponse.flatMap((each) => each[entity] ?? [])),
    ),
  void: readRecord,
  delete: readRecord,
  report: (bodies) => (bodies.at(-1) as Body).Header,
  fault: readNothing,
  serviceFault: readNothing,
  refresh: readNothing,
  revoke: readNothing,
}

function readPages(bodies: readonly unknown[], entity: string): readonly Entity[] {
  return (bodies as readonly { QueryResponse: Body }[]).flatMap(
    ({ QueryResponse }) => (QueryResponse[entity] ?? []) as readonly Entity[],
  )
}
