/** Why a request of this service failed, as a dialog shows it. */
export interface Failure {
  /** `HTTP 429: SANDBOX_QUOTA_EXCEEDED`. */
  readonly title: string
  readonly message: string
  readonly requestId: string | undefined
  /** The path of the page of its code. */
  readonly help: string | undefined
}

/** Every fault of the data plane ends with the address of its page. */
const helpAtEnd = /^(.*) (https?:\/\/\S+)$/s

/** Reads a response of the data plane or the control plane that is not a success. */
export async function readFailure(response: Response): Promise<Failure> {
  const { code, message } = parseFailure(await response.text())
  const [, text = message, help] = message?.match(helpAtEnd) ?? []
  return {
    title: code === undefined ? `HTTP ${response.status}` : `HTTP ${response.status}: ${code}`,
    message: text ?? 'The service did not say why. Try again in a minute.',
    requestId: response.headers.get('x-request-id') ?? undefined,
    help: help && new URL(help).pathname,
  }
}

function parseFailure(text: string): { readonly code?: string | undefined; readonly message?: string | undefined } {
  try {
    const body: unknown = JSON.parse(text)
    const fault = readField(readField(readField(body, 'Fault'), 'Error'), '0')
    if (fault !== undefined) {
      return { code: readText(fault, 'code'), message: readText(fault, 'Detail') ?? readText(fault, 'Message') }
    }
    return { code: readText(body, 'error'), message: readText(body, 'message') }
  } catch {
    return {}
  }
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function readText(value: unknown, name: string): string | undefined {
  const text = readField(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}
