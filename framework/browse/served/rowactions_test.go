// What the requester may do with each row of a list.

package served_test
