import { useEffect, useState } from 'react'

const ARM_MS = 500

/** False for the first half second of what is shown: a click that was on its way does not decide it. */
export function useArmed(what: string): boolean {
  const [armed, setArmed] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setArmed(what), ARM_MS)
    return () => clearTimeout(timer)
  }, [what])
  return armed === what
}
