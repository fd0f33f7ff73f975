// Without scripts, the page lists all tools and has no filter box.
const box = document.getElementById("filter");
box.hidden = false;
box.oninput = () => {
	const words = box.value.toLowerCase().split(/\s+/);
	for (const s of document.querySelectorAll("section")) {
		let some = false;
		for (const row of s.querySelectorAll("tbody tr")) {
			const text = row.textContent.toLowerCase();
			row.hidden = !words.every(w => text.includes(w));
			some = some || !row.hidden;
		}
		s.hidden = !some;
	}
};
