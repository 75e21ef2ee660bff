import { globSync } from 'node:fs'
import { realmStates } from '@bridge/data-plane/realms/realm-states'
import { faults, problems } from '@bridge/faults'
import { describe, expect, it } from 'vitest'
import { mayOpen } from '../features/organizations/may-open.ts'
import { faultsWithStep, findFaultObstacle, findNextStep, isObstacle, obstacles, type Situation } from './next-step.ts'
import { mayManage, mayOwn, type Role } from './permissions.ts'

const roles: readonly Role[] = ['owner', 'admin', 'member', 'viewer']
const billings: readonly Situation['billing'][] = [
  undefined,
  { billingEnabled: false, action: null },
  { billingEnabled: true, action: null },
  { billingEnabled: true, action: 'checkout' },
  { billingEnabled: true, action: 'portal' },
]
const organizations: readonly Situation['organization'][] = [
  undefined,
  ...roles.map((role) => ({ slug: 'acme', role })),
]

/** No company file, and one in each state. */
const files: readonly Situation['file'][] = [
  undefined,
  ...Object.keys(realmStates).map((state) => ({ id: '1000000000000001', state })),
]

/** Every combination of an obstacle, a role, a state of billing and a state of the company file. */
const combinations = obstacles.flatMap((obstacle) =>
  organizations.flatMap((organization) =>
    billings.flatMap((billing) => files.map((file) => ({ obstacle, organization, billing, file }))),
  ),
)

/** The addresses that the application serves, with a pattern for each part in brackets. */
const routes = globSync('**/page.tsx', { cwd: new URL('../app', import.meta.url) }).map((page) => {
  const parts = page.split('/').slice(0, -1)
  const path = parts.filter((part) => !part.startsWith('(')).map((part) => part.replace(/^\[.*\]$/, '[^/]+'))
  return new RegExp(`^/${path.join('/')}$`)
})

describe('findNextStep', () => {
  it('knows every problem of the control plane', () => {
    expect(Object.keys(problems).filter((code) => !isObstacle(code))).toEqual([])
  })

  it.each(obstacles)('names a step for %s that works for every role, state of billing and company file', (obstacle) => {
    for (const situation of combinations.filter((each) => each.obstacle === obstacle)) {
      const { organization, billing, file } = situation
      const step = findNextStep(obstacle, situation)
      const where = `${obstacle} ${organization?.role ?? 'outside'} ${file?.state ?? 'no file'} ${JSON.stringify(billing)}`
      switch (step.kind) {
        case 'open': {
          const path = /^\/orgs\/acme(\/.+)$/.exec(step.href)?.[1]
          const isReachable = path === undefined || (organization && mayOpen(organization.role, path))
          expect(isReachable && step.label !== '', where).toBe(true)
          expect(
            routes.some((route) => route.test(step.href)),
            `${where}: ${step.href} is a page`,
          ).toBe(true)
          break
        }
        case 'subscribe':
          expect(billing, where).toEqual({ billingEnabled: true, action: 'checkout' })
          expect(organization && mayManage(organization.role), where).toBe(true)
          break
        case 'ask':
          expect(organization && (step.needs === 'owner' ? mayOwn : mayManage)(organization.role), where).toBe(false)
          break
        case 'operator':
          expect(billing?.action ?? null, where).toBeNull()
          expect(step.text, where).not.toBe('')
          break
        case 'stay':
          expect(step.text, where).not.toBe('')
          break
        case 'sign-in':
          break
      }
    }
  })

  it.each(faultsWithStep)('leads on from the fault %s', (code) => {
    expect(faults).toHaveProperty(code)
    expect(isObstacle(findFaultObstacle(code))).toBe(true)
  })

  it('leaves faults of the call itself to its editor', () => {
    expect(findFaultObstacle('2010')).toBeUndefined()
    expect(findFaultObstacle('toString')).toBeUndefined()
  })

  it('never leads to a payment where there is no provider', () => {
    const steps = combinations
      .filter(({ billing }) => billing?.billingEnabled === false)
      .map(({ obstacle, ...situation }) => findNextStep(obstacle, situation).kind)
    expect(steps).not.toContain('subscribe')
  })
})
