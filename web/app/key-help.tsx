import { Dialog } from '../ui/dialog.tsx'
import { KEY_TABLE } from './keys.ts'

export function KeyHelp({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog
      title="Keys"
      about="They do nothing while you type. Settings can switch them off."
      isOpen={isOpen}
      onClose={onClose}
    >
      {KEY_TABLE.map(({ group, keys }) => (
        <section key={group} className="mb-4">
          <h3 className="mb-1 text-xs font-semibold text-muted">{group}</h3>
          <dl className="grid grid-cols-[10rem_1fr] gap-x-4 gap-y-1 text-sm max-sm:grid-cols-[7rem_1fr]">
            {keys.map(([key, about]) => (
              <div key={key} className="contents">
                <dt className="font-mono text-xs leading-5">{key}</dt>
                <dd>{about}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
