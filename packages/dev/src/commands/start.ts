import { describeSignIn } from '../service/describe-sign-in.ts'
import { readEnv } from '../service/env.ts'
import { deleteOperatorVariables, writeOperatorVariables } from '../service/operator-variables.ts'
import { requireFreePort } from '../service/ports.ts'
import { getConsentUrl } from '../service/quickstart-facts.ts'
import { resetData } from '../service/reset.ts'
import { issueSandboxToken } from '../service/sandbox-token.ts'
import { type RunningBridge, startBridge } from '../service/start-bridge.ts'
import { startStripeEmulator } from '../service/start-stripe-emulator.ts'
import { terminalEvents } from '../service/terminal-events.ts'
import { requireTasks } from '../tasks/turbo.ts'
import { terminalProgress } from '../terminal/progress.ts'
import { aborted, stopSignal } from '../terminal/stop-signal.ts'
import { defineCommand } from './command.ts'

/** The flags of `npm start` and `npm run dev`. */
export const startOptions = {
  reset: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  'with-billing': { type: 'boolean', default: false },
} as const

export const command = defineCommand({
  options: startOptions,
  run: ({ reset, yes, 'with-billing': withBilling }) => start({ reset, yes, withBilling, watch: false }),
})

interface StartCommand {
  /** Delete all data first. */
  readonly reset: boolean
  /** Do not ask for confirmation. */
  readonly yes: boolean
  /** Run the sources and reload them on every change. */
  readonly watch: boolean
  /** Enforce billing, with an emulated Stripe unless a key is set. */
  readonly withBilling: boolean
}

/** `npm start` and `npm run dev`: runs the whole service until Ctrl-C. Returns the exit code. */
export async function start({ reset, yes, watch, withBilling }: StartCommand): Promise<number> {
  const startedAt = performance.now()
  const env = readEnv()
  const signal = stopSignal()
  if (reset && !(await resetData(env.dataFolder, yes))) return 0
  await requireFreePort(env.port, 'PORT')
  await requireFreePort(env.gatewayPort, 'GATEWAY_PORT')
  await requireFreePort(env.sandboxHostPort, 'SANDBOX_HOST_PORT')
  if (!watch) await terminalProgress.step('Build', () => build(signal))
  const stripe =
    withBilling && !env.hasStripeKey
      ? await startStripeEmulator({ port: env.stripePort, portalPort: env.port, dataFolder: env.dataFolder })
      : undefined
  const billing = withBilling ? { env: stripe?.env ?? { BILLING_ENFORCED: 'true' }, hasTrial: true } : {}
  const bridge = await startBridge({
    ...env,
    ...billing,
    watch,
    signal,
    progress: terminalProgress,
    events: terminalEvents,
  })
  const accessToken = await issueSandboxToken(bridge.database, bridge.ownerId, bridge.facts)
  await writeOperatorVariables(env.dataFolder, { ...bridge.portalVariables, ...stripe?.env })
  process.stdout.write(describeBridge(bridge, accessToken, stripe?.url, (performance.now() - startedAt) / 1000))
  await aborted(signal)
  process.stdout.write('\nStopping …\n')
  await deleteOperatorVariables(env.dataFolder)
  await bridge.stop()
  await stripe?.stop()
  process.stdout.write('Stopped. All data is kept.\n')
  return 0
}

/** @throws {Stopped} for a build that a signal has ended */
async function build(signal: AbortSignal): Promise<void> {
  await requireTasks('build').finally(() => signal.throwIfAborted())
}

/** Describes the running service and what to do next. */
function describeBridge(
  {
    facts,
    databasePlace,
    companyFile,
    dataFolder,
  }: Pick<RunningBridge, 'facts' | 'databasePlace' | 'companyFile' | 'dataFolder'>,
  accessToken: string,
  stripeUrl: string | undefined,
  seconds: number,
): string {
  const { baseUrl, sandboxRealmId } = facts
  return `
The Bridge Service is ready (${seconds.toFixed(1)} s).

  Portal       ${baseUrl}
  Sign in      ${describeSignIn(facts)}

  First call   curl -H 'Authorization: Bearer ${accessToken}' \\
                 '${baseUrl}/v3/company/${sandboxRealmId}/companyinfo/${sandboxRealmId}'
               (the token is valid for one hour)
  Consent      ${getConsentUrl(facts)}
${stripeUrl === undefined ? '' : `  Stripe       ${stripeUrl} (emulated; docs/billing.md has a walk)\n`}
  Data         ${databasePlace}
               ${companyFile} (the simulated company file)
  IDs, secrets ${dataFolder}/quickstart.json
               ${dataFolder}/quickstart.env (the same, for a shell)
  Logs         ${dataFolder}/logs

Press Ctrl-C to stop. Nothing is lost.
`
}
