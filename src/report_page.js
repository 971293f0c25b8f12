(function () {
  'use strict';
  var find = document.getElementById('find'), table = document.getElementById('all');
  if (!find || !table) return;
  var text = find.querySelector('input'), status = find.querySelector('select'), told = find.querySelector('output');
  var rows = table.tBodies[0].rows, timer = 0;
  find.hidden = false;
  function show() {
    var words = text.value.toLowerCase().split(/\s+/).filter(Boolean), want = status.value, shown = 0;
    for (var i = 0; i < rows.length; i++) {
      var cells = rows[i].cells, hay = cells[0].textContent + ' ' + (cells[3] ? cells[3].textContent.toLowerCase() : '');
      var hit = (!want || cells[1].className === want) && words.every(function (word) { return hay.indexOf(word) >= 0; });
      rows[i].hidden = !hit;
      shown += hit;
    }
    told.textContent = shown + ' of ' + rows.length;
  }
  function soon() { clearTimeout(timer); timer = setTimeout(show, 120); }
  text.addEventListener('input', soon);
  status.addEventListener('change', show);
  document.addEventListener('click', function (event) {
    var cell = event.target.closest ? event.target.closest('td[data-f]') : null;
    if (!cell) return;
    text.value = cell.getAttribute('data-f');
    status.value = '';
    show();
    document.getElementById('cases').scrollIntoView();
  });
  told.textContent = rows.length + ' of ' + rows.length;
}());
