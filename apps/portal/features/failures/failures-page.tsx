'use client'

import { Tabs, TabsList, TabsPanel, TabsTab } from '@mantine/core'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { DesktopFit } from './desktop-fit.tsx'
import { FailureGroups } from './failure-groups.tsx'

const views = ['failures', 'desktop'] as const

/** Shows the failures, and the calls QuickBooks Desktop cannot serve. */
export function FailuresPage() {
  const [view, setView] = useQueryState('view', parseAsStringLiteral(views).withDefault('failures'))
  return (
    <Tabs value={view} onChange={(value) => void setView(value as typeof view)} keepMounted={false}>
      <TabsList aria-label="Views">
        <TabsTab value="failures">Failures</TabsTab>
        <TabsTab value="desktop">Fit for Desktop</TabsTab>
      </TabsList>
      <TabsPanel value="failures" pt="md">
        <FailureGroups />
      </TabsPanel>
      <TabsPanel value="desktop" pt="md">
        <DesktopFit />
      </TabsPanel>
    </Tabs>
  )
}
