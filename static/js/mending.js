/* Away from the table: the steppers and the sum of a payment, with the table's own module. */
import "./payment.js";

document.documentElement.classList.add("scripted");
