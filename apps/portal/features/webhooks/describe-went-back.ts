import type { PortalData } from '../../lib/portal-data.ts'

export type WentBackFile = PortalData['listWentBack']['realms'][number]

const reasons: Readonly<Record<WentBackFile['reason'], string>> = {
  restored: 'restored from a backup',
  condensed: 'condensed by QuickBooks',
  reset: 'reset',
}

/** Says what happened to a company file that went back, after "was". */
export function describeWentBack({ reason }: Pick<WentBackFile, 'reason'>): string {
  return reasons[reason]
}
