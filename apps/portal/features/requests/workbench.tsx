'use client'

import { Tabs, TabsList, TabsPanel, TabsTab, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { TextViewer } from '../../components/text-viewer.tsx'
import { joinExchanges, type ShownExchange } from './join-exchanges.ts'
import { TimeBar, type Times } from './time-bar.tsx'
import classes from './workbench.module.css'

interface WorkbenchProps {
  readonly call: ReactNode
  /** Shows what the call returned; undefined before it is sent. */
  readonly result: ReactNode
  /** Undefined before the call is sent. */
  readonly exchanges: readonly ShownExchange[] | undefined
  readonly exchangesLeftOut: number
}

/** Shows a call and its response side by side, and below them what QuickBooks received and returned. */
export function Workbench({ call, result, exchanges, exchangesLeftOut }: WorkbenchProps) {
  return (
    <div className={classes.frame}>
      <div className={classes.sides}>
        <section className={classes.side} aria-label="Call">
          {call}
        </section>
        <section className={classes.side} aria-label="Result">
          {result ?? (
            <div className={classes.waiting}>
              <Text size="sm" c="dimmed">
                The response appears here.
              </Text>
            </div>
          )}
        </section>
        {exchanges && <Qbxml exchanges={exchanges} leftOut={exchangesLeftOut} direction="sent" />}
        {exchanges && <Qbxml exchanges={exchanges} leftOut={exchangesLeftOut} direction="received" />}
      </div>
    </div>
  )
}

interface QbxmlProps {
  readonly exchanges: readonly ShownExchange[]
  readonly leftOut: number
  readonly direction: 'sent' | 'received'
}

function Qbxml({ exchanges, leftOut, direction }: QbxmlProps) {
  const title = `qbXML ${direction}`
  return (
    <div className={classes.side}>
      <Title order={3} size="h4">
        {title}
      </Title>
      {exchanges.length === 0 && leftOut === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing. The call ended before reaching QuickBooks.
        </Text>
      ) : (
        <TextViewer label={title} text={joinExchanges(exchanges, leftOut, direction)} />
      )}
    </div>
  )
}

/** The response, its headers or its plan. */
export interface ResultTab {
  readonly name: string
  readonly content: ReactNode
}

interface ResultPaneProps {
  /** The status in words. */
  readonly status: ReactNode
  readonly times: Times
  /** The first one is shown first. */
  readonly tabs: readonly ResultTab[]
}

/** Shows a call's status, time and response. */
export function ResultPane({ status, times, tabs }: ResultPaneProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = tabs.find(({ name }) => toId(name) === chosen) ?? tabs[0]
  return (
    <>
      <div role="status">{status}</div>
      <TimeBar times={times} />
      {shown && (
        <Tabs value={toId(shown.name)} onChange={setChosen} keepMounted={false}>
          <TabsList aria-label="Result">
            {tabs.map(({ name }) => (
              <TabsTab key={name} value={toId(name)}>
                {name}
              </TabsTab>
            ))}
          </TabsList>
          {tabs.map(({ name, content }) => (
            <TabsPanel key={name} value={toId(name)} pt="sm">
              {content}
            </TabsPanel>
          ))}
        </Tabs>
      )}
    </>
  )
}

/** Returns a name that an element's ID can contain. */
function toId(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}

/** Lists a query's steps. */
export function Plan({ plan }: { plan: string }) {
  return (
    <ul style={{ margin: 0, paddingLeft: 20 }}>
      {plan.split('; ').map((step) => (
        <Text key={step} size="sm" component="li" style={{ overflowWrap: 'anywhere' }}>
          {step}
        </Text>
      ))}
    </ul>
  )
}
