import { setPreference, usePreference } from '../../app/preferences.ts'
import { Panel } from '../../ui/page.tsx'
import { Switch } from '../../ui/switch.tsx'
import { say } from '../../ui/toast.tsx'
import { Row } from './row.tsx'

export function Notifications() {
  const notify = usePreference('notify')
  const sound = usePreference('sound')
  const setNotify = async (isOn: boolean) => {
    if (isOn && (typeof Notification === 'undefined' || (await Notification.requestPermission()) !== 'granted')) {
      say('The browser does not allow notifications of this page.')
      return
    }
    setPreference('notify', isOn ? 'on' : 'off')
  }
  return (
    <Panel title="Notifications">
      <Row title="Title and icon" about="The number of requests stands in the title; the icon gets a dot.">
        <span className="text-sm text-muted">always</span>
      </Row>
      <Row
        title="Browser notifications"
        about="When a request comes and this page is not in front. They never decide anything."
      >
        <Switch label="Browser notifications" isOn={notify === 'on'} onChange={(isOn) => void setNotify(isOn)} />
      </Row>
      <Row title="Sound" about="One short tone for new requests">
        <Switch label="Sound" isOn={sound === 'on'} onChange={(isOn) => setPreference('sound', isOn ? 'on' : 'off')} />
      </Row>
    </Panel>
  )
}
