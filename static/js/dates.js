/* Dates in the phone's own time zone and the page's language. */
const format = new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
  dateStyle: "medium",
  timeStyle: "short",
});
for (const time of document.querySelectorAll("time[datetime]")) {
  time.textContent = format.format(new Date(time.dateTime));
}
