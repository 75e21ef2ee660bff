import { Tabs, TabsList, TabsPanel, TabsTab, Text } from '@mantine/core'
import { CodeBlock } from '../../components/code-block.tsx'
import { type SnippetValues, snippets } from './snippets.ts'
import { Step } from './step.tsx'

/** Shows the same request with curl and two client libraries. */
export function CallStep({ values }: { values: SnippetValues }) {
  return (
    <Step number={2} title="Make your first call">
      <Text maw="70ch">
        The dialog with your token has these examples ready to run. Here, replace the placeholders with your values.
      </Text>
      <Tabs defaultValue="curl" keepMounted={false}>
        <TabsList aria-label="Examples">
          {snippets.map(({ id, title }) => (
            <TabsTab key={id} value={id}>
              {title}
            </TabsTab>
          ))}
        </TabsList>
        {snippets.map(({ id, title, code }) => (
          <TabsPanel key={id} value={id} pt="md">
            <CodeBlock code={code(values)} label={`${title} example`} />
          </TabsPanel>
        ))}
      </Tabs>
    </Step>
  )
}
