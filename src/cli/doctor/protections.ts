import type { Protections } from '../../contract/doctor.ts'

export function protectionsHere(platform: NodeJS.Platform = process.platform): Protections {
  return {
    active: [
      'Every call goes through one gate: level, rules, and you for the rest. What is critical always asks.',
      'What you approve is what runs: bound to these arguments and to the file as it is.',
      platform === 'linux'
        ? 'Files are opened step by step; a link that is swapped in between leads nowhere.'
        : 'Files are compared before and after opening; a short moment remains in which a link could be swapped.',
      'Listens on this machine only, with a token, and checks Host and Origin: web pages cannot reach it.',
      'Agents and you have different keys; theirs cannot decide anything.',
      'Every call is recorded before it runs, in a chain that shows later changes.',
    ],
    missing: [
      'No sandbox of the operating system: a program that an agent may start can do what you can do.',
      'Programs of your own user can read the keys in the data directory.',
      'Cookies ignore ports: another web server of this machine can get the cookie of the console and look; it cannot decide.',
      ...(platform === 'win32'
        ? ['The permissions of files are those of your profile; they are not checked here.']
        : []),
    ],
  }
}
