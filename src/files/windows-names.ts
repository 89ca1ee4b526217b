const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i

/** Windows gives some names a second meaning: devices, data streams, and endings it silently drops. */
export function windowsNameFault(given: string): string | null {
  if (/^[\\/]{2}[.?]/.test(given)) return 'it names a device'
  const names = given.replace(/^[a-z]:/i, '').split(/[\\/]/)
  if (names.some((name) => name.includes(':'))) return 'it names a data stream'
  if (names.some((name) => DEVICE.test(name.trimStart()))) return 'it names a device'
  if (names.some((name) => /[. ]$/.test(name) && !/^\.{1,2}$/.test(name))) return 'a name ends with a dot or a space'
  return null
}
