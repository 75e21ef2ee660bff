import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'

interface Operation {
  readonly method: string
  readonly path: string
  readonly request: object
}

const { operations, $defs } = JSON.parse(readFileSync(new URL('../data/requests.json', import.meta.url), 'utf8')) as {
  readonly operations: Readonly<Record<string, Operation>>
  readonly $defs: object
}

// Form values are text and become the parameter's type.
const ajv = new Ajv({ strict: false, coerceTypes: true, allErrors: true })
ajv.addFormat('unix-time', true)
const validators = new Map<string, ValidateFunction>()

/** A parameter Stripe would refuse. */
export interface ParameterProblem {
  readonly code: 'parameter_unknown' | 'parameter_missing' | 'parameter_invalid'
  readonly param: string
  readonly message: string
}

/** Returns a request's operation and the ID in its path. */
export function findOperation(
  method: string,
  path: string,
): { readonly name: string; readonly id: string } | undefined {
  for (const [name, operation] of Object.entries(operations)) {
    if (operation.method !== method) continue
    const pattern = new RegExp(`^${operation.path.replace('{id}', '(\\w+)')}$`)
    const match = pattern.exec(path)
    if (match) return { name, id: match[1] ?? '' }
  }
  return undefined
}

/** Converts the parameters in place and returns the first one violating Stripe's API description. */
export function validateParameters(name: string, params: object): ParameterProblem | undefined {
  const validate = getValidator(name)
  if (validate(params)) return undefined
  const [error] = validate.errors ?? []
  const place = error?.instancePath.slice(1).replaceAll('/', '.') ?? ''
  const extra: unknown = error?.params.additionalProperty ?? error?.params.missingProperty
  const param = [place, ...(typeof extra === 'string' ? [extra] : [])].filter((each) => each !== '').join('.')
  const keyword = error?.keyword
  const code =
    keyword === 'additionalProperties'
      ? 'parameter_unknown'
      : keyword === 'required'
        ? 'parameter_missing'
        : 'parameter_invalid'
  return { code, param, message: `${param}: ${error?.message ?? 'is invalid'}` }
}

function getValidator(name: string): ValidateFunction {
  const existing = validators.get(name)
  if (existing) return existing
  const operation = operations[name]
  if (!operation) throw new TypeError(`There is no operation ${name}.`)
  const validator = ajv.compile({ ...operation.request, $defs })
  validators.set(name, validator)
  return validator
}
