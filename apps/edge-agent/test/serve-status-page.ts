import { beginPause, endPause, findPause, type PauseSettings, setQuietHours } from '../src/pause/pause.ts'
import { getAgentStatus } from '../src/status/agent-status.ts'
import { startStatusPage } from '../src/status-page/status-page.ts'

/** Serves an imagined agent's status page for a browser test, and prints its addresses, one per line. */
let settings: PauseSettings = {}
let recordsUntil: Date | undefined = new Date(2026, 2, 2, 17, 0)
const since = new Date()

const page = await startStatusPage({
  getView: async () => {
    const pause = findPause(settings, new Date())
    const desktop = { phase: 'ready', companyFile: 'Müller & Söhne Gesellschaft mit beschränkter Haftung.qbw' } as const
    const { quietHours } = settings
    const status = getAgentStatus({ isConnected: true, desktop, pause })
    return { status, since, agentVersion: '0.1.0', quietHours, recordsUntil }
  },
  actions: {
    pause: async (minutes) => {
      settings = beginPause(settings, new Date(), minutes)
    },
    resume: async () => {
      settings = endPause(settings, new Date())
    },
    setQuietHours: async (quietHours) => {
      settings = setQuietHours(settings, quietHours)
    },
    endRecording: async () => {
      recordsUntil = undefined
    },
    acceptRename: async () => undefined,
    makeReport: async () => 'The report.\nIts second line.',
  },
  storeAddress: async (address) => void process.stdout.write(`${address}\n`),
  onError: (error) => process.stderr.write(`${String(error)}\n`),
})
process.stdin.on('end', () => void page.close()).resume()
