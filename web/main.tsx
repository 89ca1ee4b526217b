import { CSPProvider } from '@base-ui/react/csp-provider'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Shell } from './app/shell.tsx'
import { SignIn } from './app/sign-in.tsx'
import { useStatus } from './app/status.ts'
import { whenSignedOut } from './data/api.ts'
import './style.css'

const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''

function App() {
  const [isSignedOut, setSignedOut] = useState(false)
  const { data, error, loadedAt } = useStatus()
  useEffect(() => whenSignedOut(() => setSignedOut(true)), [])
  useEffect(() => {
    if (loadedAt !== null && error === undefined && data !== undefined) setSignedOut(false)
  }, [loadedAt, error, data])
  return isSignedOut || error?.status === 401 ? <SignIn /> : <Shell />
}

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root')
createRoot(root).render(
  <StrictMode>
    <CSPProvider nonce={nonce}>
      <App />
    </CSPProvider>
  </StrictMode>,
)
