import { Fault } from '@bridge/faults'
import { fromJsonSchema } from '@modelcontextprotocol/server'
import type { JsonObject, ObjectSchema } from '../tools/tool.ts'

/** Compiled schemas; there are as many as tools. */
const validators = new WeakMap<ObjectSchema, ReturnType<typeof fromJsonSchema<JsonObject>>>()

/**
 * Checks a tool's input against its schema.
 *
 * @throws Fault `2010` with what is wrong
 */
export async function checkInput(schema: ObjectSchema, input: unknown): Promise<JsonObject> {
  const validator = validators.get(schema) ?? fromJsonSchema<JsonObject>(schema)
  validators.set(schema, validator)
  const checked = await validator['~standard'].validate(input)
  if (checked.issues === undefined) return checked.value
  throw new Fault('2010', `The arguments do not agree with the tool's inputSchema: ${checked.issues[0]?.message}.`)
}
