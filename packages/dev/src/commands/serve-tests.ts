import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '@bridge/database/free-port'
import { createMovedCluster } from '@bridge/database/testing/server'
import { importLimits } from '@bridge/platform/testing/import-limits'
import type { Limits } from '@bridge/server'
import { writeOperatorVariables } from '../service/operator-variables.ts'
import { startBridge } from '../service/start-bridge.ts'
import { databaseFolder } from '../service/start-database.ts'
import { startStripeEmulator } from '../service/start-stripe-emulator.ts'
import { requireTasks } from '../tasks/turbo.ts'
import { aborted, stopSignal } from '../terminal/stop-signal.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({ run: () => serveTests() })

/**
 * Runs everything in a temporary folder on free ports, for the browser tests, until a signal stops it. Sends the folder
 * to the parent process when all is ready. Returns the exit code.
 */
async function serveTests(): Promise<number> {
  const signal = stopSignal()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'bridge-e2e-'))
  // The browser tests make more calls and sign-ins a minute than a client may; other tests cover the limits.
  const limits: Partial<Limits> = {
    signInRequestsPerMinute: 1_000,
    signInMailsPerHour: 1_000,
    pageRequestsPerMinute: 1_000_000,
    userRequestsPerMinute: 100_000,
    visitorRequestsPerMinute: 100_000,
    organizationsPerDay: 1_000,
    maxOrganizations: 1_000,
    maxApiKeys: 1_000,
    maxClients: 1_000,
  }
  const env = {
    REST_REQUESTS_PER_MINUTE: '10000',
    SECURITY_CONTACT: 'security@bridge.example',
    SUPPORT_CONTACT: 'support@bridge.example',
    WIRE_TRACE_DIR: path.join(dataFolder, 'wire'),
  }
  try {
    await requireTasks('build')
    await createMovedCluster(databaseFolder(dataFolder))
    const [port, gatewayPort, redirectPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
    const [sandboxHostPort, billingPort, stripePort] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ]
    // Billing has a separate portal: its test clock would end the trials of the other tests. Its consent page requires
    // a sign-in, unlike the others, and its quotas are small.
    const stripe = await startStripeEmulator({
      port: stripePort,
      portalPort: billingPort,
      dataFolder: path.join(dataFolder, 'stripe'),
    })
    const smallQuotas = { maxOrganizations: 3, maxApiKeys: 3, maxClients: 3, maxInvitations: 3, maxAgentTokens: 3 }
    const otherPortal = {
      port: billingPort,
      env: {
        ...stripe.env,
        SANDBOX_CALLS_PER_DAY: '10',
        CONSENT_REQUIRES_SIGN_IN: 'true',
        SUPPORT_CONTACT: '',
        AGENT_RELEASE_DIR: await writeInstaller(dataFolder),
      },
      nodeArgs: importLimits({ ...limits, ...smallQuotas }),
    }
    // An installer that was built in this clone is not offered: journeys show the set-up without one here, and with one
    // on the portal with billing.
    const agentReleaseDir = path.join(dataFolder, 'no-agent-release')
    await mkdir(agentReleaseDir, { recursive: true })
    const redirectUri = `http://localhost:${redirectPort}/callback`
    const bridge = await startBridge({
      dataFolder,
      port,
      gatewayPort,
      sandboxHostPort,
      redirectUri,
      env: { ...env, AGENT_RELEASE_DIR: agentReleaseDir },
      portalArgs: importLimits(limits),
      otherPortal,
      signal,
    })
    const billing = { baseUrl: `http://localhost:${billingPort}`, stripeUrl: stripe.url }
    await writeOperatorVariables(dataFolder, bridge.portalVariables)
    await writeFile(path.join(dataFolder, 'billing.json'), JSON.stringify(billing))
    process.send?.({ dataFolder, baseUrl: bridge.facts.baseUrl })
    await aborted(signal)
    await bridge.stop()
    await stripe.stop()
    return 0
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}

/** Writes a file that is served as the agent's installer. Returns its folder. */
async function writeInstaller(dataFolder: string): Promise<string> {
  const folder = path.join(dataFolder, 'agent-release')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'bridge-agent-setup.exe'), `MZ${'\0'.repeat(64 * 1024)}`)
  return folder
}
