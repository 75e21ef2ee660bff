/**
 * Sets the color scheme before the first paint. The policy allows this text by its hash, so pages rendered
 * once need no nonce.
 */
export const colorSchemeScript = `try{var s=localStorage.getItem('mantine-color-scheme-value');var d=s==='light'||s==='dark'?s:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';document.documentElement.setAttribute('data-mantine-color-scheme',d)}catch(e){}`
