import { describe, expect, it } from 'vitest'
import { chooseNode } from './choose-node.mjs'

describe('chooseNode', () => {
  it.each([
    ['18.20.8', undefined],
    ['20.18.3', undefined],
    ['20.19.0', 'fetched'],
    ['22.21.1', 'fetched'],
    ['23.11.1', 'fetched'],
    ['24.0.0', 'running'],
    ['26.12.1', 'running'],
  ])('returns for an installed Node %s: %s', (running, choice) => {
    expect(chooseNode({ running, isFetched: false })).toBe(choice)
  })

  it.each([
    [undefined, 'running'],
    ['20.20.2', 'running'],
    ['24.22.0', 'installed'],
    ['26.0.0', 'installed'],
  ])('returns for a fetched Node 24.21.0 next to an installed %s: %s', (installed, choice) => {
    expect(chooseNode({ running: '24.21.0', isFetched: true, installed })).toBe(choice)
  })
})
