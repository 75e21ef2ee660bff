import { Tabs, TabsList, TabsPanel, TabsTab, Text } from '@mantine/core'
import { CodeBlock } from '../../components/code-block.tsx'
import { type SnippetValues, snippets } from './snippets.ts'
import { Step } from './step.tsx'

/** The same call as curl and with two client libraries. */
export function CallStep({ values, ready }: { values: SnippetValues; ready: boolean }) {
  return (
    <Step number={2} title="Make a call">
      <Text maw={680}>
        {ready
          ? 'These work as printed: they ask for the first three customers of the sample company.'
          : 'Take a token first; it is put in here, and then these work as printed.'}
      </Text>
      <Tabs defaultValue="curl" keepMounted={false}>
        <TabsList aria-label="Ways to call">
          {snippets.map(({ id, title }) => (
            <TabsTab key={id} value={id}>
              {title}
            </TabsTab>
          ))}
        </TabsList>
        {snippets.map(({ id, title, language, code }) => (
          <TabsPanel key={id} value={id} pt="md">
            <CodeBlock code={code(values)} language={language} label={`The call with ${title}`} />
          </TabsPanel>
        ))}
      </Tabs>
    </Step>
  )
}
