import { access } from 'node:fs/promises'
import path from 'node:path'
import { findAgentRelease } from '@bridge/portal/find-agent-release'
import type { Check } from './deployment.ts'
import { ok, problem, unused } from './finding.ts'

const installer = 'bridge-agent-setup.exe'

/** The installer that people at PCs download. */
export const agentReleaseCheck: Check = {
  title: 'Agent for Windows',
  needs: [],
  async examine({ settings: { AGENT_RELEASE_DIR: folder = findAgentRelease() } }) {
    if (folder === undefined) return [unused('No installer is offered: AGENT_RELEASE_DIR is not set.')]
    try {
      await access(path.join(folder, installer))
      return [ok(`${installer} is offered.`)]
    } catch {
      return [
        problem(
          `${folder} has no readable ${installer}.`,
          'Copy a release of the agent there (docs/windows.md), readable to the server.',
        ),
      ]
    }
  },
}
