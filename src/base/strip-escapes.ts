/** What a terminal would obey instead of show: CSI, strings (OSC, DCS, APC, PM, SOS), charset and single escapes. */
const SEQUENCE =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\x18\x1a]*(?:\x07|\x1b\\|[\x18\x1a]|$)|[ -/]+[0-~]|[0-OQ-WYZ\\`-~]|$)/g

/** The words without the orders. Line ends, tabs and backspaces stay. */
export function stripEscapes(text: string): string {
  return text.includes('\x1b') ? text.replace(SEQUENCE, '') : text
}
