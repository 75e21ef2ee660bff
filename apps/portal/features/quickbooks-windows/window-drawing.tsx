import type { ReactNode } from 'react'
import {
  type QuickBooksWindow,
  type QuickBooksWindowName,
  quickBooksWindows,
  type WindowPart,
} from './quickbooks-windows.ts'

/** The drawing's width, and its parts' height, in its own units. */
export const drawingWidth = 420
const rowHeight = 24
const padding = 12
const buttonWidth = 116

// Files without the portal's style sheet are light.
const colors = {
  text: 'var(--mantine-color-text, #18181b)',
  quiet: 'var(--mantine-color-dimmed, #52525b)',
  line: 'var(--mantine-color-default-border, #d4d4d8)',
  back: 'var(--mantine-color-body, #ffffff)',
  bar: 'var(--bridge-surface, #fafafa)',
  mark: 'var(--bridge-info, #1d4ed8)',
} as const

/** Draws a window of QuickBooks. Needs no script; its colors are the theme's. */
export function WindowDrawing({ name }: { name: QuickBooksWindowName }) {
  const { title, parts, caption }: QuickBooksWindow = quickBooksWindows[name]
  const top = title === undefined ? padding / 2 : 32
  const height = top + parts.length * rowHeight + padding
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${drawingWidth} ${height}`}
      width={drawingWidth}
      height={height}
      role="img"
      aria-label={caption}
      fontFamily="system-ui, sans-serif"
      fontSize="12"
    >
      <rect
        x="0.5"
        y="0.5"
        width={drawingWidth - 1}
        height={height - 1}
        rx="6"
        fill={colors.back}
        stroke={colors.line}
      />
      {title !== undefined && <TitleBar title={title} />}
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
        <g key={index} transform={`translate(0 ${top + index * rowHeight})`}>
          <Part part={part} />
        </g>
      ))}
    </svg>
  )
}

function TitleBar({ title }: { title: string }) {
  return (
    <>
      <path d={`M1 24V7q0-6 6-6h${drawingWidth - 14}q6 0 6 6v17z`} fill={colors.bar} />
      <path d={`M0 24.5h${drawingWidth}`} stroke={colors.line} />
      <Label x={padding} y={16} text={title} color={colors.quiet} />
      <path d={`M${drawingWidth - 20} 8l8 8m0-8l-8 8`} stroke={colors.quiet} />
    </>
  )
}

function Part({ part }: { part: WindowPart }): ReactNode {
  switch (part.kind) {
    case 'text':
    case 'item':
    case 'link':
      return <Line {...part} isLink={part.kind === 'link'} />
    case 'choice':
      return <Choice {...part} />
    case 'field':
      return <Field {...part} />
    case 'buttons':
      return <Buttons {...part} />
    case 'cells':
    case 'taskBar':
      return <Cells {...part} isTaskBar={part.kind === 'taskBar'} />
  }
}

interface LabelProps {
  readonly x: number
  readonly y?: number
  readonly text: string
  readonly color?: string
  readonly isBold?: boolean | undefined
  readonly isUnderlined?: boolean
  readonly anchor?: 'middle'
}

function Label({ x, y = 16, text, color = colors.text, isBold, isUnderlined, anchor }: LabelProps) {
  return (
    <text
      x={x}
      y={y}
      fill={color}
      textAnchor={anchor}
      fontWeight={isBold ? 600 : undefined}
      textDecoration={isUnderlined ? 'underline' : undefined}
    >
      {text}
    </text>
  )
}

interface BoxProps {
  readonly x: number
  readonly width: number
  readonly isMarked?: boolean | undefined
}

function Box({ x, width, isMarked }: BoxProps) {
  const [color, stroke] = isMarked ? [colors.mark, 2] : [colors.line, 1]
  return <rect x={x} y="2" width={width} height="20" rx="4" fill="none" stroke={color} strokeWidth={stroke} />
}

function Line({ text, isMarked, isLink }: { text: string; isMarked?: boolean; isLink: boolean }) {
  return (
    <>
      {isMarked && <Box x={padding - 6} width={drawingWidth - 2 * padding + 12} isMarked />}
      <Label
        x={padding}
        text={text}
        isUnderlined={isLink}
        isBold={isMarked}
        color={isLink ? colors.mark : colors.text}
      />
    </>
  )
}

function Choice({ text, isMarked }: { text: string; isMarked?: boolean }) {
  return (
    <>
      {isMarked && <Box x={padding - 6} width={drawingWidth - 2 * padding + 12} isMarked />}
      <circle cx={padding + 6} cy="12" r="5" fill="none" stroke={colors.text} />
      {isMarked && <circle cx={padding + 6} cy="12" r="2.5" fill={colors.text} />}
      <Label x={padding + 18} text={text} />
    </>
  )
}

function Field({ label, value, isMarked }: { label: string; value: string; isMarked?: boolean }) {
  return (
    <>
      <Label x={padding + 18} text={label} />
      <Box x={110} width={140} isMarked={isMarked} />
      <Label x={118} text={value} isBold={isMarked} />
    </>
  )
}

function Buttons({ texts, marked }: { texts: readonly string[]; marked?: string }) {
  return texts.map((text, index) => {
    const x = drawingWidth - padding - (texts.length - index) * (buttonWidth + 8) + 8
    return (
      <g key={text}>
        <Box x={x} width={buttonWidth} isMarked={text === marked} />
        <Label x={x + buttonWidth / 2} text={text} isBold={text === marked} anchor="middle" />
      </g>
    )
  })
}

function Cells({ texts, marked, isTaskBar }: { texts: readonly string[]; marked?: string; isTaskBar: boolean }) {
  const width = (drawingWidth - 2 * padding) / texts.length
  return texts.map((text, index) => {
    const x = padding + index * width
    const isMarked = text === marked
    return (
      <g key={text}>
        <Box x={x} width={width - (isTaskBar ? 8 : 0)} isMarked={isMarked} />
        <Label x={x + 6} text={text} isBold={isMarked} />
        {isTaskBar && isMarked && (
          <path
            d={`M${x + width - 24} 7v10m-4-8l8 6m0-6l-8 6`}
            stroke={colors.mark}
            strokeWidth="1.5"
            strokeLinecap="round"
          />
        )}
      </g>
    )
  })
}
