import { Problem } from '@bridge/faults'
import { problemResponse } from '@bridge/platform/problem-response'
import { toProblem } from '@bridge/platform/to-problem'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AuthActions, type AuthProviders, type AuthServices } from './auth-action.ts'
import { submitChallenge } from './second-factor-challenge.ts'
import { submitUndo } from './undo-second-factor.ts'

const maxFormBytes = 8 * 1024

/** Creates next-auth as a sub-application to be mounted at its path. */
export function createAuthRoutes(services: AuthServices, options: AuthProviders): Hono {
  const actions = new AuthActions(services, options)
  const routes = new Hono()
  routes.post(
    '*',
    bodyLimit({
      maxSize: maxFormBytes,
      onError: () => problemResponse(new Problem('invalid_request', `The form is larger than ${maxFormBytes} bytes.`)),
    }),
  )
  routes.post('/second-factor', (context) => submitChallenge(services, context))
  routes.post('/undo-second-factor', (context) => submitUndo(services, context))
  routes.all('/:action/:provider?', (context) =>
    actions.serve(context, context.req.param('action'), context.req.param('provider')),
  )
  routes.onError((error, context) => {
    services.logger.error({ traceId: context.get('traceId'), err: error }, 'Signing in or out failed unexpectedly.')
    const problem = toProblem(error)
    if (problem.code !== 'internal_error') return problemResponse(problem)
    return problemResponse(new Problem('internal_error', 'Something failed on our side. Try again in a minute.'))
  })
  return routes
}
