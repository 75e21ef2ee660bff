import { fieldProblem } from '@bridge/identity/access/parse-input'
import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'
import { z } from 'zod'
import { type About, isFileOutput, type Operation, type Route, type SubjectField } from '../operation/operation.ts'
import { namedOperations } from '../provisioning/operations.ts'
import { type MemberContext, memberProcedure } from './trpc.ts'

const fieldsSchema = z.record(z.string(), z.unknown(), 'must be an object').default({})

interface Types<Input, Output> {
  input: Input
  output: Output
  meta: object
}

/** A procedure's input: its subject's ID, and the operation's input fields. */
type ProcedureInput<Input extends z.ZodType, Kind extends About, Path extends Route> =
  z.input<Input> extends Record<string, never>
    ? [SubjectField<Kind, Path>] extends [never]
      ? undefined
      : Record<SubjectField<Kind, Path>, string>
    : Record<SubjectField<Kind, Path>, string> & z.input<Input>

type ProcedureFor<Named> =
  Named extends Operation<infer Input, infer Output, infer Kind, infer Path>
    ? Path extends `GET ${string}`
      ? TRPCQueryProcedure<Types<ProcedureInput<Input, Kind, Path>, z.output<Output>>>
      : TRPCMutationProcedure<Types<ProcedureInput<Input, Kind, Path>, z.output<Output>>>
    : never

type OperationProcedures = {
  readonly [Name in keyof typeof namedOperations]: ProcedureFor<(typeof namedOperations)[Name]>
}

/** Every control plane operation as a procedure: a GET is a query, all others are mutations. */
export const operationProcedures = Object.fromEntries(
  Object.entries<Operation>(namedOperations).map(([name, operation]) => [name, toProcedure(operation)]),
) as unknown as OperationProcedures

type Fields = z.output<typeof fieldsSchema>

function toProcedure(operation: Operation) {
  const procedure = memberProcedure.input(fieldsSchema)
  const perform = async ({ ctx, input }: { readonly ctx: MemberContext; readonly input: Fields }) => {
    const { id, rest } = splitInput(operation, input)
    const output = await operation.perform(ctx.services, ctx.caller, id, rest)
    return isFileOutput(output) ? collectText(output) : output
  }
  return operation.route.startsWith('GET ') ? procedure.query(perform) : procedure.mutation(perform)
}

async function collectText(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

function splitInput({ subject }: Operation, input: Fields) {
  if (subject === undefined) return { id: '', rest: input }
  const { [subject]: id, ...rest } = input
  if (typeof id !== 'string') throw fieldProblem(subject, 'is required')
  return { id, rest }
}
