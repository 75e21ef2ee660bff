import type { FailedOutcome } from '@bridge/agent-protocol'
import { expect, it } from 'vitest'
import { explainOutcome } from './explain-outcome.ts'

function failedWith(hresult: string, message = 'No.'): FailedOutcome {
  return { sent: false, reason: 'execution-error', error: { hresult, message } }
}

it.each<[string, FailedOutcome, RegExp]>([
  ['a dialog', failedWith('0x80040414'), /^A dialog is open in QuickBooks\. Complete or close it\. \(0x80040414\)$/],
  ['a file of another year', failedWith('0x80040409'), /different years\. Open the file in .*\(0x80040409\)$/],
  [
    'an unknown error',
    failedWith('0x80004005', 'The disk is away.'),
    /^QuickBooks reports an error\. The disk is away\. \(0x80004005\)$/,
  ],
  ['a closed QuickBooks', { sent: false, reason: 'app-not-open' }, /Open QuickBooks and the company file\.$/],
  ['a busy QuickBooks', { sent: false, reason: 'busy' }, /busy with another request/],
  ['no connection', { sent: false, reason: 'offline' }, /^Neither an agent nor a QuickBooks Web Connector/],
  ['a Web Connector that did not poll', { sent: false, reason: 'offline', retryAfterMs: 9_000 }, /Update Selected/],
  ['no response', { sent: true, lost: true, reason: 'timeout' }, /did not respond in time/],
  ['an unreadable response', { sent: true, lost: true, reason: 'unreadable' }, /could not be read/],
])('explains %s', (_what, outcome, expected) => {
  expect(explainOutcome(outcome)).toMatch(expected)
})
