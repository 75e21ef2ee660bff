import { win32 } from 'node:path'
import type { DesktopError, DesktopNotice, DesktopState } from '@bridge/agent-protocol'
import type { FoundFile } from './file-question.ts'
import type { Look } from './look.ts'

/** Why the latest call failed. */
export interface Obstacle {
  readonly notice: DesktopNotice
  /** What QuickBooks returned, for the person at the PC. */
  readonly error: DesktopError | undefined
  /** What the first look after the failure found. The notice ends when a look finds something else. */
  signature?: string
}

/** What the agent knows about QuickBooks and the company file. */
export interface SeenDesktop {
  readonly look: Look | undefined
  readonly obstacle: Obstacle | undefined
  readonly path: string | undefined
  readonly opensQuickBooks: boolean
  /** The file or company that people are to confirm. */
  readonly question: FoundFile | undefined
}

/** Returns the state that the service shows. */
export function getDesktopState({ look, obstacle, path, opensQuickBooks, question }: SeenDesktop): DesktopState {
  const phase = look?.hasWindow || (opensQuickBooks && path !== undefined) ? 'ready' : 'app-not-open'
  const notice = findSeenNotice(look) ?? findOtherNotice(obstacle, question)
  if (notice === 'file-unconfirmed') return { phase, notice, companyFile: question?.companyFile }
  const isFileOpen = notice !== 'other-file' && notice !== 'no-company-file' && notice !== 'quickbooks-closed'
  return {
    phase,
    ...(phase === 'ready' && path !== undefined && isFileOpen && { companyFile: win32.basename(path) }),
    ...(notice && { notice }),
    ...(notice === 'quickbooks-error' && { error: obstacle?.error }),
  }
}

function findSeenNotice(look: Look | undefined): DesktopNotice | undefined {
  if (look?.dialog) return 'dialog-open'
  if (look?.isInOtherSession) return 'other-session'
  return look?.isElevated ? 'elevated' : undefined
}

function findOtherNotice(obstacle: Obstacle | undefined, question: FoundFile | undefined): DesktopNotice | undefined {
  // While QuickBooks asks for its permission, nothing but the question says so.
  return question?.notice === 'not-authorized'
    ? (obstacle?.notice ?? question.notice)
    : (question?.notice ?? obstacle?.notice)
}
