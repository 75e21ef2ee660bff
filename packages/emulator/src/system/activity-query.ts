import { branch, leaf } from '@bridge/qbxml'
import { hostTime } from '../host/host-time.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'

/** Runs `CompanyActivityQueryRq`: returns when the file was last restored and condensed; 1970 for never. */
export function queryActivity({ switches }: RequestContext): RequestResult {
  const { restoredAt, condensedAt } = switches
  return {
    elements: [
      branch('CompanyActivityRet', [
        leaf('LastRestoreTime', hostTime(switches, restoredAt)),
        leaf('LastCondenseTime', hostTime(switches, condensedAt)),
      ]),
    ],
  }
}
