import type { ProblemCode } from '@bridge/faults'
import type { Caller } from '@bridge/identity/access/caller'
import { requireFreshProof } from '@bridge/identity/access/fresh-proof'
import { requireRole } from '@bridge/identity/access/membership'
import type { Owned, Resource, Role } from '@bridge/identity/access/owned'
import { parseInput } from '@bridge/identity/access/parse-input'
import { z } from 'zod'
import type { Services } from '../services/services.ts'

/** An operation's subject: an organization's resource, or the caller. */
export type About = Resource | 'caller'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Method and path below `/admin/v1`. The first placeholder is the resource ID; an operation on an organization without
 * one reads `orgId` from the body, or from a GET's query. Further placeholders are input fields, and so is each
 * placeholder in an operation on the caller.
 */
export type Route = `${Method} /${string}`

/** The request field with the subject's ID: the route's first placeholder, else `orgId`. */
export type SubjectField<Kind extends About, Path extends Route> = Kind extends 'caller'
  ? never
  : Path extends `${string}{${infer Name}}${string}`
    ? Name
    : 'orgId'

/** The caller, and the resource they were authorized for. */
export type OperationCall<Kind extends About, R extends Role> = { readonly caller: Caller } & (Kind extends Resource
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
  /** One sentence for the reference page. */
  readonly summary: string
  readonly about: Kind
  /** The required role; `any` for an operation on the caller, who only has to be authenticated. */
  readonly role: Kind extends 'caller' ? 'any' : R
  /** Returns the role required by an input, if some require more. */
  readonly roleFor?: (input: z.output<Input>) => Role
  /** Requires a session and rejects API keys. */
  readonly sessionOnly?: true
  /** Requires a session's proof in the last ten minutes, always or for some inputs. */
  readonly requiresFreshProof?: true | ((input: z.output<Input>) => boolean)
  /** Whether sessions may lack the second factor required by the organization. */
  readonly needsNoSecondFactor?: true
  /** The body fields, or a GET's query fields, without the subject's ID. */
  readonly input: Input
  /** The response body; `z.undefined()` is a 204. */
  readonly output: Output
  /** 200 by default for a response with a body. */
  readonly status?: 201
  /** Problems beyond those shared by every operation of its kind. */
  readonly problems?: readonly ProblemCode[]
  /** Accepts an `Idempotency-Key`. A repeat omits the secret, the output field with this name. */
  readonly creates?: { readonly secret?: string }
  /** The content type and file name of a non-JSON response; the output may have another name. */
  readonly file?: { readonly type: string; readonly name: string }
  readonly run: (services: Services, call: OperationCall<Kind, R>, input: z.output<Input>) => Promise<z.output<Output>>
}

/** An operation as the REST API and the portal's router see it: they authenticate, and render its output. */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Kind extends About = About,
  Path extends Route = Route,
> extends Omit<Definition<Kind, Path, Role, Input, Output>, 'run' | 'role' | 'roleFor' | 'requiresFreshProof'> {
  readonly role: Role | 'any'
  /** Whether it requires a session's proof in the last ten minutes, at least for some inputs. */
  readonly requiresFreshProof: boolean
  /** The request field with the subject's ID; none for the caller. */
  readonly subject: string | undefined
  /**
   * Authorizes the caller, checks the input and runs the operation.
   *
   * @param id the resource ID; ignored for an operation on the caller
   * @param once decides whether an authorized and valid operation runs, and with which services
   * @throws Problem `not_found`, `forbidden`, `invalid_request`, `proof_required`, or one of the operation's own
   */
  perform(
    services: Services,
    caller: Caller,
    id: string,
    input: z.input<Input>,
    once?: Once<z.output<Output>>,
  ): Promise<z.output<Output>>
}

/** Runs an operation, or returns what an earlier run has returned. */
export type Once<Output> = (run: (services: Services) => Promise<Output>) => Promise<Output>

/** Defines an operation. An operation without a role does not compile. */
export function operation<
  Kind extends About,
  const Path extends Route,
  R extends Role,
  Input extends z.ZodType,
  Output extends z.ZodType,
>(definition: Definition<Kind, Path, R, Input, Output>): Operation<Input, Output, Kind, Path> {
  return {
    ...definition,
    requiresFreshProof: definition.requiresFreshProof !== undefined,
    subject: definition.about === 'caller' ? undefined : (/\{(\w+)\}/.exec(definition.route)?.[1] ?? 'orgId'),
    async perform(services, caller, id, input, once) {
      const { about, role, roleFor, route, run, needsNoSecondFactor, requiresFreshProof, input: schema } = definition
      const resource: Resource | undefined = about === 'caller' ? undefined : about
      const subject = resource && { resource, id, attempt: route }
      const owned =
        subject && (await requireRole(services, caller, { ...subject, role: role as R, needsNoSecondFactor }))
      const call = { caller, ...owned } as OperationCall<Kind, R>
      const parsed = parseInput(schema, input)
      if (subject && roleFor) await requireRole(services, caller, { ...subject, role: roleFor(parsed) })
      if (requiresFreshProof === true || requiresFreshProof?.(parsed)) await requireFreshProof(services, caller)
      const output = await (once ? once((using) => run(using, call, parsed)) : run(services, call, parsed))
      if (!definition.route.startsWith('GET ')) await services.changes.publish('portal')
      return output
    },
  }
}

/** Input without further fields. */
export const noInput = z.strictObject({})

/** The output of an operation with a `file`: its text in parts, never as a whole in memory. */
export const fileOutput = z.custom<AsyncIterable<string>>(isFileOutput)

/** The output of an operation with a `file`: its text, and a name in place of the operation's. */
export const namedFileOutput = z.strictObject({ name: z.string(), text: z.string() })

/** Returns whether an operation's output is a file's text. */
export function isFileOutput(output: unknown): output is AsyncIterable<string> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output
}

/** The output of an operation responding with 204. */
export const noContent = z.undefined()
