import { z } from 'zod'
import type { Services } from '../services.ts'
import type { Caller } from './caller.ts'
import { requireRole } from './membership.ts'
import type { Owned, Resource, Role } from './owned.ts'
import { parseInput } from './parse-input.ts'

/** What an operation is about: a resource of an organization, or the caller alone. */
export type About = Resource | 'caller'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * Method and path below `/admin/v1`. The first placeholder names the resource; an operation on an organization
 * without one takes `orgId` from the body, or from the query of a GET. Further placeholders are members of the input.
 */
export type Route = `${Method} /${string}`

/** The member of a request that names what it is about: the route's first placeholder, else `orgId`; none for the caller. */
export type SubjectField<Kind extends About, Path extends Route> = Path extends `${string}{${infer Name}}${string}`
  ? Name
  : Kind extends 'caller'
    ? never
    : 'orgId'

/** Who calls, and what they were found to own. */
export type Call<Kind extends About, R extends Role> = { readonly caller: Caller } & (Kind extends Resource
  ? Owned<Kind, R>
  : unknown)

interface Definition<
  Kind extends About,
  Path extends Route,
  R extends Role,
  Input extends z.ZodType,
  Output extends z.ZodType,
> {
  readonly route: Path
  /** One line for the reference page. */
  readonly summary: string
  readonly about: Kind
  /** The least role in the organization; whoever is authenticated where the operation is about the caller. */
  readonly role: Kind extends 'caller' ? 'any' : R
  /** Only with a session: an API key is refused. */
  readonly sessionOnly?: true
  /** Members of the body, or of the query of a GET, beside the id that says what the operation is about. */
  readonly input: Input
  /** The answer's body; `z.undefined()` is a 204. */
  readonly output: Output
  /** 200 where there is a body, unless it says otherwise. */
  readonly status?: 201
  /** Where the answer is no JSON: its type, and the name of the file that a browser makes of it. */
  readonly file?: { readonly type: string; readonly name: string }
  readonly run: (services: Services, call: Call<Kind, R>, input: z.output<Input>) => Promise<z.output<Output>>
}

/** An operation as its shells know it: they authenticate, and render what comes back. */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Kind extends About = About,
  Path extends Route = Route,
> extends Omit<Definition<Kind, Path, Role, Input, Output>, 'run' | 'role'> {
  readonly role: Role | 'any'
  /** The member of a request that names what it is about; none where that is the caller. */
  readonly subject: string | undefined
  /**
   * Authorizes the caller, checks the input and acts.
   *
   * @param id of the resource; of no meaning where the operation is about the caller
   * @throws Problem `not_found`, `forbidden` or `invalid_request`, and those of the operation
   */
  perform(services: Services, caller: Caller, id: string, input: z.input<Input>): Promise<z.output<Output>>
}

/** Defines an operation. One without a role does not compile. */
export function operation<
  Kind extends About,
  const Path extends Route,
  R extends Role,
  Input extends z.ZodType,
  Output extends z.ZodType,
>(definition: Definition<Kind, Path, R, Input, Output>): Operation<Input, Output, Kind, Path> {
  return {
    ...definition,
    subject: /\{(\w+)\}/.exec(definition.route)?.[1] ?? (definition.about === 'caller' ? undefined : 'orgId'),
    async perform(services, caller, id, input) {
      const { about, role, run, input: schema } = definition
      const owned = about === 'caller' ? {} : await requireRole(services, caller, about, id, role as R)
      return run(services, { caller, ...owned } as Call<Kind, R>, parseInput(schema, input))
    },
  }
}

/** The input of an operation that takes nothing more. */
export const noInput = z.strictObject({})

/** The output of an operation that answers 204. */
export const noContent = z.undefined()
