import { allTools } from '@bridge/mcp/all-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxRealmId } from '../bridge.fixture.ts'
import { startMcp, type TestMcp } from '../mcp.fixture.ts'
import { type Revision, runConformance, suiteTools } from './conformance.fixture.ts'
import { listen } from './listen.fixture.ts'

let mcp: TestMcp
let address: Awaited<ReturnType<typeof listen>>

beforeAll(async () => {
  address = await listen()
  const { origin } = address
  mcp = await startMcp({ tools: [...allTools, ...suiteTools], config: { baseUrl: origin } })
  // The suite cannot send a token.
  address.serve((request) => {
    const headers = new Headers(request.headers)
    headers.set('authorization', 'Bearer host')
    return mcp.app.fetch(new Request(request, { headers }))
  })
})
afterAll(async () => {
  await address.stop()
  await mcp.stop()
})

/** A revision's scenarios: those that pass, and those for something that the server does not have. */
interface Expected {
  readonly passing: readonly string[]
  readonly missing: Readonly<Record<string, readonly string[]>>
}

const resources = ['resources-list', 'resources-read-text', 'resources-read-binary', 'resources-templates-read']
const prompts = [
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
]
const otherContents = [
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
]

const expected: Readonly<Record<Revision, Expected>> = {
  '2025-11-25': {
    passing: [
      'dns-rebinding-protection',
      'ping',
      'server-initialize',
      'server-session-lifecycle',
      'server-sse-multiple-streams',
      'server-sse-polling',
      'tools-call-error',
      'tools-call-simple-text',
      'tools-list',
    ],
    missing: {
      'Nothing is completed: the parameters are in the schemas.': ['completion-complete'],
      'Texts of the company file are data of results, and no resources.': [
        ...resources,
        'resources-subscribe',
        'resources-unsubscribe',
      ],
      'The model has tools only.': prompts,
      'A result is JSON, as structure and as text.': otherContents,
      'Responses are single JSON objects without sessions, so the server cannot send or ask anything in between.': [
        'logging-set-level',
        'tools-call-with-logging',
        'tools-call-with-progress',
        'tools-call-sampling',
        'tools-call-elicitation',
        'elicitation-sep1034-defaults',
        'elicitation-sep1330-enums',
      ],
      'Needs a tool of the suite for a schema that no tool has.': ['json-schema-2020-12'],
    },
  },
  '2026-07-28': {
    passing: [
      'dns-rebinding-protection',
      'http-header-validation',
      'input-required-result-ignore-extra-params',
      'input-required-result-missing-input-response',
      'input-required-result-result-type',
      'input-required-result-unsupported-methods',
      'input-required-result-validate-input',
      'sep-2164-resource-not-found',
      'server-sse-multiple-streams',
      'tasks-status-notifications',
      'tools-call-error',
      'tools-call-simple-text',
      'tools-list',
    ],
    missing: {
      'Nothing is completed: the parameters are in the schemas.': ['completion-complete'],
      'Texts of the company file are data of results, and no resources.': resources,
      'The model has tools only.': [...prompts, 'input-required-result-non-tool-request'],
      'A result is JSON, as structure and as text.': otherContents,
      'No call reports progress.': ['tools-call-with-progress'],
      'Single checks, below.': ['server-stateless', 'caching'],
      'A question has a key that the server chose, and not the one of the suite.': [
        'input-required-result-basic-elicitation',
      ],
      'Tools ask one question to the user, without a state, and nothing else.': [
        'input-required-result-basic-sampling',
        'input-required-result-basic-list-roots',
        'input-required-result-request-state',
        'input-required-result-multiple-input-requests',
        'input-required-result-multi-round',
        'input-required-result-tampered-state',
        'input-required-result-capability-check',
      ],
      'No task outlives its request.': [
        'tasks-lifecycle',
        'tasks-capability-negotiation',
        'tasks-wire-fields',
        'tasks-request-state-removal',
        'tasks-mrtr-input',
        'tasks-request-headers',
        'tasks-dispatch-and-envelope',
        'tasks-required-task-error',
        'tasks-mrtr-composition',
      ],
      'Needs a tool of the suite for a schema that no tool has.': ['json-schema-2020-12'],
      'No tool has a header of its own.': ['http-custom-header-server-validation'],
    },
  },
}

/** Checks that fail in scenarios that pass otherwise. */
const missingChecks: Readonly<Record<string, readonly string[]>> = {
  // The suite's tools for capabilities, streams, logs and subscriptions.
  'server-stateless': [
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-missing-capability-http-400',
    'sep-2575-server-no-log-without-loglevel',
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-server-sends-subscription-ack',
    'sep-2575-server-tags-subscription-id',
  ],
  caching: [
    'sep-2549-prompts-list-caching-hints',
    'sep-2549-resources-list-caching-hints',
    'sep-2549-resources-templates-list-caching-hints',
  ],
}

/** The suite lists no required scenarios for 2025-03-26 and 2025-06-18. */
const revisions = Object.keys(expected) as Revision[]

describe.each(revisions)('the conformance suite for %s', (revision) => {
  let outcomes: Awaited<ReturnType<typeof runConformance>>
  beforeAll(async () => {
    mcp.access.scopes = ['bridge.read', 'bridge.write', 'bridge.delete']
    mcp.access.mode = 'write'
    outcomes = await runConformance(`${address.origin}/mcp/${sandboxRealmId}`, revision)
  })

  it('passes, except for what the server does not have', () => {
    const { passing, missing } = expected[revision]
    const find = (fails: boolean) =>
      [...outcomes].filter(([, failed]) => failed.length > 0 === fails).map(([scenario]) => scenario)
    expect(find(false).toSorted()).toEqual(passing.toSorted())
    expect(find(true).toSorted()).toEqual(Object.values(missing).flat().toSorted())
  })

  it('finds messages only that agree with the schema of the protocol', () => {
    expect([...outcomes].filter(([, failed]) => failed.includes('wire-schema-valid'))).toEqual([])
  })

  it('passes each check of the transport', () => {
    for (const [scenario, checks] of Object.entries(missingChecks))
      if (outcomes.has(scenario)) expect([scenario, outcomes.get(scenario)?.toSorted()]).toEqual([scenario, checks])
  })
})
