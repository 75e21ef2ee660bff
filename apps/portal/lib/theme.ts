import {
  ActionIcon,
  Alert,
  Button,
  Card,
  Code,
  Container,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  Group,
  type MantineColorsTuple,
  Skeleton,
  Stack,
  Text,
  Title,
  type VariantColorsResolver,
  VisuallyHidden,
} from '@mantine/core'
import { renderButton } from './render-button.tsx'

/** The neutral color for buttons, focus and selection. */
const ink: MantineColorsTuple = [
  '#fafafa',
  '#f4f4f5',
  '#e4e4e7',
  '#d4d4d8',
  '#a1a1aa',
  '#71717a',
  '#52525b',
  '#3f3f46',
  '#27272a',
  '#18181b',
]

/** Text and surfaces in the dark scheme, from text to the darkest surface. */
const dark: MantineColorsTuple = [
  '#ececee',
  '#b0b0b8',
  '#85858f',
  '#5b5b64',
  '#3d3d44',
  '#2e2e34',
  '#222226',
  '#141416',
  '#0f0f11',
  '#0a0a0b',
]

const gray: MantineColorsTuple = [
  '#fafafa',
  '#f4f4f5',
  '#e4e4e7',
  '#d4d4d8',
  '#a1a1aa',
  '#85858e',
  '#6b6b74',
  '#55555e',
  '#3f3f46',
  '#18181b',
]

/** Success, and nothing else. */
const pine: MantineColorsTuple = [
  '#eefaf5',
  '#d8f1e6',
  '#aee3cc',
  '#7fd4af',
  '#58c897',
  '#3fb985',
  '#1f9d6c',
  '#0f7f56',
  '#0b6445',
  '#064a33',
]

const textFonts = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif"
const monospaceFonts = "'JetBrains Mono Variable', 'JetBrains Mono Fallback', ui-monospace, monospace"

/** The longest transition, in milliseconds. */
const motionMs = 120

/** How buttons and button-like links are rendered. */
const buttonProps = { renderRoot: renderButton }

/** The design in docs/design.md. */
export const theme = createTheme({
  colors: { ink, dark, gray, pine },
  primaryColor: 'ink',
  primaryShade: { light: 9, dark: 1 },
  black: '#18181b',
  variantColorResolver,
  fontFamily: textFonts,
  fontFamilyMonospace: monospaceFonts,
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily: textFonts,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.45' },
      h5: { fontSize: '0.875rem', lineHeight: '1.45' },
      h6: { fontSize: '0.8125rem', lineHeight: '1.45' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.125rem', sm: '0.25rem', md: '0.375rem', lg: '0.5rem', xl: '0.75rem' },
  shadows: {
    xs: '0 1px 2px rgb(0 0 0 / 6%)',
    sm: '0 1px 3px rgb(0 0 0 / 8%)',
    md: '0 4px 12px rgb(0 0 0 / 10%)',
    lg: '0 8px 24px rgb(0 0 0 / 12%)',
    xl: '0 16px 48px rgb(0 0 0 / 16%)',
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: buttonProps }),
    ActionIcon: ActionIcon.extend({ defaultProps: buttonProps }),
    Card: Card.extend({ defaultProps: { padding: 'md', radius: 'lg' } }),
    Code: Code.extend({ defaultProps: { fz: 'xs' } }),
    // Loads what most pages use with the theme. Otherwise each page part brings its own copy.
    Alert: Alert.extend({}),
    Container: Container.extend({}),
    Group: Group.extend({}),
    Skeleton: Skeleton.extend({}),
    Stack: Stack.extend({}),
    Text: Text.extend({}),
    Title: Title.extend({}),
    VisuallyHidden: VisuallyHidden.extend({}),
    // Leaves dialogs and what floats to their pages.
    Modal: { defaultProps: { centered: true, transitionProps: { duration: motionMs, transition: 'fade' } } },
    // Inside a dialog, the element would count as a second page banner.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Drawer: { defaultProps: { transitionProps: { duration: motionMs } } },
    // A menu may contain only menu items, and belongs to its button's landmark.
    Menu: {
      defaultProps: {
        transitionProps: { duration: motionMs },
        shadow: 'md',
        withInitialFocusPlaceholder: false,
        withinPortal: false,
      },
    },
    Popover: { defaultProps: { transitionProps: { duration: motionMs }, shadow: 'md' } },
    // Light in the dark scheme, so a white mark would not be seen.
    Radio: { defaultProps: { iconColor: 'var(--bridge-on-ink)' } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: motionMs } } },
  },
})

/** Filled buttons in the neutral color are dark on light, and light on dark. */
function variantColorResolver(input: Parameters<VariantColorsResolver>[0]) {
  const colors = defaultVariantColorsResolver(input)
  const isInk = input.color === undefined || input.color === 'ink'
  return input.variant === 'filled' && isInk ? { ...colors, color: 'var(--bridge-on-ink)' } : colors
}

/** Raises secondary text's contrast to 4.5:1, which Mantine's defaults miss. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-2)',
    '--mantine-color-ink-filled': '#18181b',
    '--mantine-color-ink-filled-hover': '#3f3f46',
    '--mantine-color-anchor': 'var(--mantine-color-text)',
    // White text on it has 6.6:1 contrast.
    '--mantine-color-red-filled': '#b42318',
    '--mantine-color-red-filled-hover': '#912018',
    '--mantine-color-red-light-color': 'var(--bridge-danger)',
    '--mantine-color-yellow-light-color': 'var(--bridge-warning)',
    '--bridge-on-ink': '#ffffff',
    '--bridge-surface': '#fafafa',
    '--bridge-hover': 'rgb(24 24 27 / 4%)',
    '--bridge-selected': 'rgb(24 24 27 / 7%)',
    '--bridge-success': '#0b6445',
    '--bridge-warning': '#8a4b00',
    '--bridge-danger': '#b42318',
    '--bridge-info': '#1d4ed8',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-5)',
    '--mantine-color-ink-filled': '#f4f4f5',
    '--mantine-color-ink-filled-hover': '#d4d4d8',
    '--mantine-color-anchor': 'var(--mantine-color-text)',
    '--mantine-color-red-filled': '#b42318',
    '--mantine-color-red-filled-hover': '#912018',
    '--mantine-color-red-light-color': 'var(--bridge-danger)',
    '--mantine-color-yellow-light-color': 'var(--bridge-warning)',
    '--mantine-color-red-outline': 'var(--bridge-danger)',
    '--mantine-color-red-text': 'var(--bridge-danger)',
    '--bridge-on-ink': '#18181b',
    '--bridge-surface': '#0f0f11',
    '--bridge-hover': 'rgb(255 255 255 / 5%)',
    '--bridge-selected': 'rgb(255 255 255 / 9%)',
    '--bridge-success': '#58c897',
    '--bridge-warning': '#f0b45c',
    '--bridge-danger': '#f97066',
    '--bridge-info': '#7ea6ff',
  },
})
