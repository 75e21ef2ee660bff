import {
  Fault,
  type FaultCode,
  OAuthError,
  type OAuthErrorCode,
  oauthErrors,
  Problem,
  type ProblemCode,
  renderFault,
  renderOAuthError,
  renderProblem,
} from '@bridge/faults'
import type { DocumentedError } from './error-catalogue.ts'

const time = new Date('2026-03-02T15:04:05Z')
const docsUrl = '/docs/errors'

/** Returns the response for a code, from the function rendering it in the service. */
export function renderExampleResponse(error: DocumentedError): string {
  const { status, body } = render(error)
  return `HTTP/1.1 ${status}\n\n${JSON.stringify(body, null, 2)}`
}

function render({ code, anchor, when }: DocumentedError) {
  const text = when.replaceAll('`', '')
  if (anchor !== code) return renderProblem(new Problem(code as ProblemCode, text))
  if (Object.hasOwn(oauthErrors, code))
    return renderOAuthError(new OAuthError(code as OAuthErrorCode, text), { docsUrl })
  return renderFault(new Fault(code as FaultCode, text), { docsUrl, time })
}
