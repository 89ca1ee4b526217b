/** Facts of an invented company, one a line, several near each subject so that the right one has to be told from its neighbours. */
export const PASSAGES: readonly string[] = `
The staging database is wiped every night at two and filled again from a masked copy of production.
Production backups run each hour and are kept for thirty-five days in a second region.
A restore of the customer database was rehearsed in March and took forty-one minutes.
Schema changes must be backward compatible for one full release before the old column may go.
The reporting replica lags behind the primary by up to ninety seconds during the morning rush.
Connection pools are capped at forty per service because the primary accepts six hundred in all.
Long queries are cut off after thirty seconds unless they run on the analytics cluster.
Vacuuming of the orders table is scheduled for Sunday because it slows down checkout.
Every table that holds personal data carries a retention label which the purge job reads.
The inventory service keeps its own SQLite file and synchronises it every five minutes.
Deployments on Fridays need the approval of the engineer on duty.
A release is rolled back by pointing the traffic switch at the previous slot; nothing is rebuilt.
Canary instances receive two percent of traffic for twenty minutes before a rollout continues.
Feature flags older than ninety days are listed in a weekly mail to their owners.
Container images are signed in the pipeline, and unsigned ones are refused by the cluster.
The mobile app is submitted to the stores every second Tuesday.
Hotfixes are cut from the tag that is live, never from the main branch.
Database migrations run as a separate job before the new version starts.
The build cache is shared among all branches and cleared on the first of the month.
Preview environments are removed three days after the pull request was closed.
Passwords are hashed with Argon2 and a pepper that lives in the hardware module.
Sessions end after twelve hours, or after thirty minutes without any activity on shared computers.
Signing in with a passkey is offered first; one-time codes by text message are being phased out.
Five wrong attempts lock an account for a quarter of an hour and notify its owner.
API keys are shown a single time when they are made and stored as a hash afterwards.
The session cookie is marked secure, http-only and same-site strict.
Service accounts get tokens that live for fifteen minutes and renew themselves.
An employee's access ends automatically at midnight of their last working day.
Administrators must confirm dangerous actions with a second factor, even within a fresh session.
Access logs of the admin console are reviewed by two people every Monday.
Invoices are sent on the first working day of the month and are due within fourteen days.
A failed card payment is tried again after one, three and seven days, then the subscription pauses.
Refunds above two hundred euros need a second signature from finance.
Prices are stored in cents as whole numbers; fractions are rounded half up at the very end.
Sales tax is computed by the address of delivery, not by that of the buyer.
Gift cards never expire but lose a small fee each year after the third.
The payment provider's webhooks are accepted up to three days late and are processed once only.
Currency rates are taken from the central bank each afternoon and frozen for a day.
A customer can change the billing period only at its end.
Discount codes cannot be combined, except the one for employees.
Orders placed before noon leave the warehouse on the same day.
Parcels over thirty kilos go with the freight carrier and need a delivery appointment.
A lost parcel is declared after ten working days and replaced free of charge.
Perishable goods travel in cooled boxes with a logger that records the temperature.
Returns are free for sixty days; the label is printed at home or at the post office.
The warehouse counts one aisle each night so that every shelf is checked within a month.
Stock is reserved for fifteen minutes once an item is put into the basket.
Deliveries to islands take two days longer and cost a surcharge.
The picking robots stop when a person crosses the yellow line.
Damaged goods are photographed before they are sent back to the supplier.
The search page shows results within two hundred milliseconds for ninety-five of a hundred requests.
Images are resized at the edge and cached for a year under a name that has their hash in it.
The home page is rendered ahead of time every ten minutes.
Product pages fall back to the cached copy when the catalogue service does not answer.
The front end ships less than one hundred and seventy kilobytes of script on first load.
Fonts are served from our own domain so that no visitor's address reaches a third party.
Infinite scrolling was removed because people could not reach the footer.
Forms keep what was typed when the connection drops and send it later.
The site works without JavaScript down to placing an order.
Dark mode follows the system unless the visitor chose otherwise.
An alert pages a human only when customers feel it; everything else becomes a ticket.
The engineer on duty acknowledges a page within ten minutes, or the next one is called.
Every incident with lost orders gets a written review within five working days.
Reviews name causes and never the people who happened to be at the keyboard.
Metrics are kept at full resolution for two weeks and as hourly averages for two years.
Logs leave out email addresses and card numbers before they are stored.
The status page is updated by hand so that no script can claim all is well.
Error budgets are counted per quarter; when one is spent, features wait for repairs.
The outage of last November began when a certificate expired on the internal load balancer.
Certificates are renewed by a robot thirty days early, and a check complains at twenty.
Tests that fail now and then are moved aside the same day and repaired within the week.
A pull request needs one review, and two if it touches billing or sign-in.
Code that nobody has called for six months is deleted.
The style guide asks for names that say what a thing is for, not how it works.
Commits on main are squashed, and their title says what is true afterwards.
Comments explain why; what the code does has to be clear without them.
New services are written in Go unless there is a reason that the architects accept.
The monolith is still Ruby, and its payroll module is the last part that nobody dares to move.
Generated files are never edited by hand, and the pipeline fails if one differs.
Every public function of the client library has an example that is run as a test.
The recommendation model is trained again each Sunday on the last ninety days of purchases.
Predictions are logged with the version of the model so that a bad batch can be found.
A new ranking must beat the old one in an experiment of two weeks before it stays.
Features that use age or postcode are banned from scoring because they stand in for other things.
The image classifier runs on the phone, and pictures never leave it.
The chatbot hands over to a human when it has failed twice, or when somebody writes the word complaint.
Training data is versioned together with the code that made it.
Embeddings of product texts are recomputed only when the text has changed.
Experiments may not run on visitors who asked not to be tracked.
The fraud score holds back orders above ninety points until somebody has looked at them.
The office door opens with the badge from seven in the morning to nine in the evening.
Visitors are met at the reception and wear a green card.
Bicycles are parked in the yard; the cellar is reserved for the cleaning machines.
The coffee machine on the third floor is cleaned on Wednesdays.
Desks on the fourth floor are shared and booked through the calendar.
The quiet room has no telephones and no meetings.
Fire drills happen twice a year without warning.
The meeting room called Oslo has the only screen that works with old cables.
Plants are watered by a service; please do not help.
Parking spaces with a charger are for two hours at most.
Holidays are requested four weeks ahead when they last longer than five days.
Up to ten unused days may be carried into the next year until the end of March.
New colleagues have a buddy for their first three months.
Salaries are reviewed in April, and promotions are decided in October.
Everybody may work from abroad for twenty days a year within the union.
Sick notes are needed from the fourth day on.
The training budget is one thousand two hundred euros a person and does not roll over.
Interviews are held by two people, and their notes are written before they talk to each other.
Parents can reduce their hours until the youngest child is eight.
The company pays half of a public transport ticket.
Laptops are replaced after four years, or earlier if a repair costs more than a third of a new one.
Disks are encrypted, and the recovery key is held by the help desk.
A stolen device is wiped from afar as soon as its loss is reported.
Software is installed from the internal catalogue; anything else needs a ticket.
The guest network reaches the internet and nothing inside.
Printers keep documents until the badge is held against them.
Phones that no longer receive security updates are cut off from mail.
The virtual private network is only needed for the old accounting system.
Spare chargers and cables lie in the cupboard beside the help desk.
Video calls are recorded only when everybody in them agrees.
The weather station on the roof reports wind and rain every minute.
Solar panels cover a third of the electricity of the warehouse in summer.
Waste paper is collected on Thursdays, plastic on Mondays.
The diesel generator is tested on the first Saturday of each month.
Rain water flushes the toilets in the new building.
Heating is lowered to sixteen degrees at the weekend.
Packaging made of mushrooms was tried and given up because it softened in the rain.
Delivery vans become electric by the end of next year, except those for the mountains.
Each product page states the carbon footprint of its shipping.
Old server racks were given to the technical college.
The public interface allows six hundred calls a minute for each key.
Version two of the interface will be switched off in June of next year.
Pages of results carry a cursor; counting pages by number was too slow.
Times in the interface are always universal time with a trailing Z.
Unknown fields in a request are an error, so that spelling mistakes show.
A request may be repeated safely when it carries the same idempotency key.
Large exports are prepared in the background and announced by mail with a link for a week.
Webhooks are signed with a secret that customers can change at any time.
The sandbox has the same rules as the real system but never ships or charges anything.
Deprecated endpoints answer with a header that names their last day.
The mobile app stores up to fifty articles for reading without a connection.
Push notifications are bundled so that nobody gets more than three a day.
Version five dropped support for phones older than six years.
The barcode scanner works in the dark because it switches on the torch by itself.
Crash reports are sent only after the person has agreed.
The app asks for the location when the store finder is opened, not at start.
Voice search is available in German, French and Italian.
The widget on the home screen shows the next delivery.
Signing out removes every downloaded file from the phone.
Tablets get a layout with two columns from nine inches on.
Customer support answers mails within one working day and chats within two minutes.
Complaints about food go straight to the quality team, whatever the hour.
A loyalty point is worth one cent and lasts for two years.
Customers who write reviews see their first name only.
The newsletter goes out on Thursdays because it is opened most on that day.
Phone support speaks five languages; Dutch is offered in the afternoon.
An address can be corrected until the parcel is handed to the carrier.
Wish lists can be shared by a link that shows no name.
Deleted accounts are kept for thirty days in case of regret and then erased.
Accessibility is checked with a screen reader before every larger release.
The legal team answers questions about contracts within three days.
Open source licences are checked by the pipeline; copyleft ones stop the build of the app.
Personal data is never sent to countries without an agreement.
A request to see one's own data is answered within two weeks, although the law allows a month.
Contracts above fifty thousand euros are signed by two directors.
Photographs of customers are used only with written consent.
The archive keeps invoices for ten years because the tax office demands it.
Suppliers are audited every second year; the one for leather every year.
Trademarks are registered in the union, in Switzerland and in Japan.
Employees may not accept gifts worth more than thirty-five euros.
Kafka holds events for seven days, and orders for thirty.
Messages that fail five times are put aside into a queue that a person empties.
The event for a shipped order carries everything its readers need, so that nobody has to ask back.
Consumers must cope with an event that arrives twice.
Topics are named by team, subject and version.
The scheduler runs in two places, and a lease decides which of them works.
Nightly jobs write when they finished, and a watchdog asks about those that did not.
Time zones are handled at the edges; inside, everything is an instant.
The search index is rebuilt beside the old one and swapped when it is complete.
Configuration is read at the start, and a change restarts the service one instance at a time.
Secrets are mounted as files and never put into environment variables.
Cluster nodes are replaced every thirty days with freshly built machines.
The load balancer removes an instance after three failed health checks.
Autoscaling adds machines at sixty percent of the processor and removes them slowly.
Spot instances run the batch jobs because they can be lost at any time.
The content network is purged by tag when a price changes.
Internal traffic is encrypted, and each service proves its identity by certificate.
DNS entries live for one minute so that a move takes effect quickly.
The old data centre in Lyon is closed in September.
Costs are split by a label on every resource; what has none is switched off after a warning.
The team meets on Mondays at ten for a quarter of an hour, standing.
Planning covers six weeks, followed by two for cleaning up.
Decisions that bind others are written down on one page with their alternatives.
A demonstration of what is finished takes place every second Friday at three.
Questions are asked in the open channel rather than in private messages.
Documents are written in English, talks may be in any language everybody present speaks.
The retrospective begins with what went well.
Interrupts are taken by one person a week so that the others can concentrate.
Estimates are given as ranges and are never turned into promises.
A meeting without an agenda may be left.
`
  .trim()
  .split('\n')
